import { IdentityError, isUuid } from '@org/identity-core';
import type { Prisma, Transaction } from '@org/identity-prisma';

export const directoryNotFound = () =>
  new IdentityError('DIRECTORY_NOT_FOUND', 'There is no such directory in this tenant.');

const fields = {
  id: true,
  name: true,
  connectionId: true,
  createdAt: true,
  tokens: { select: { lastUsedAt: true } },
} as const satisfies Prisma.DirectorySelect;

/** The URL that the directory is given. */
export const baseUrlOf = (issuer: string, directoryId: string) => `${issuer}/scim/v2/${directoryId}`;

/** The directories of a tenant, oldest first. Who may see them was checked before. */
export async function readDirectories(db: Transaction, { tenantId, issuer }: { tenantId: string; issuer: string }) {
  const rows = await db.directory.findMany({ where: { tenantId }, orderBy: { id: 'asc' }, select: fields });
  return rows.map((row) => shown(row, issuer));
}

/** One directory of a tenant, or throws. */
export async function findDirectory(
  db: Transaction,
  { tenantId, directoryId, issuer }: { tenantId: string; directoryId: string; issuer: string },
) {
  const where = { id: directoryId, tenantId };
  const row = isUuid(directoryId) ? await db.directory.findFirst({ where, select: fields }) : null;
  if (!row) throw directoryNotFound();
  return shown(row, issuer);
}

function shown({ tokens, ...row }: Prisma.DirectoryGetPayload<{ select: typeof fields }>, issuer: string) {
  const uses = tokens.flatMap(({ lastUsedAt }) => lastUsedAt?.getTime() ?? []);
  const lastUsedAt = uses.length > 0 ? new Date(Math.max(...uses)) : null;
  return { ...row, baseUrl: baseUrlOf(issuer, row.id), lastUsedAt };
}
