import { IdentityError, isUuid, type RoleByGroup } from '@org/identity-core';
import { type Prisma, readRoleRules, type Transaction } from '@org/identity-prisma';

export const directoryNotFound = () =>
  new IdentityError('DIRECTORY_NOT_FOUND', 'There is no such directory in this tenant.');

const fields = {
  id: true,
  name: true,
  connectionId: true,
  setupLinkId: true,
  confirmedAt: true,
  createdAt: true,
  tokens: { select: { lastUsedAt: true } },
} as const satisfies Prisma.DirectorySelect;

/** The URL that the directory is given. */
export const baseUrlOf = (issuer: string, directoryId: string) => `${issuer}/scim/v2/${directoryId}`;

/** The directories of a tenant, oldest first, without those that are ending. Who may see them was checked before. */
export async function readDirectories(db: Transaction, { tenantId, issuer }: { tenantId: string; issuer: string }) {
  const rows = await db.directory.findMany({
    where: { tenantId, endingAt: null },
    orderBy: { id: 'asc' },
    select: fields,
  });
  const rules = await readRoleRules(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => shown(row, issuer, rules.get(row.id)));
}

interface Wanted {
  readonly tenantId: string;
  readonly directoryId: string;
  readonly issuer: string;
  /** Whether one is found that is being deleted. For all but its deletion it does not exist any more. */
  readonly ending?: boolean;
}

/** One directory of a tenant, or throws. */
export async function findDirectory(db: Transaction, { tenantId, directoryId, issuer, ending = false }: Wanted) {
  const where = { id: directoryId, tenantId, ...(ending ? {} : { endingAt: null }) };
  const row = isUuid(directoryId) ? await db.directory.findFirst({ where, select: fields }) : null;
  if (!row) throw directoryNotFound();
  return shown(row, issuer, (await readRoleRules(db, [row.id])).get(row.id));
}

type Row = Prisma.DirectoryGetPayload<{ select: typeof fields }>;

function shown({ tokens, setupLinkId, confirmedAt, ...row }: Row, issuer: string, roleByGroup: RoleByGroup = {}) {
  const uses = tokens.flatMap(({ lastUsedAt }) => lastUsedAt?.getTime() ?? []);
  const lastUsedAt = uses.length > 0 ? new Date(Math.max(...uses)) : null;
  const confirmed = setupLinkId === null || confirmedAt !== null;
  return { ...row, roleByGroup, baseUrl: baseUrlOf(issuer, row.id), lastUsedAt, confirmed };
}
