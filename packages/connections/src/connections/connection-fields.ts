import { IdentityError, isUuid, type RoleByGroup } from '@org/identity-core';
import { type IdentityPluginHost, type Prisma, readRoleRules, type Transaction } from '@org/identity-prisma';
import { connectionNotFound } from '../access/errors.js';
import { knownKind, ofKnownKind } from '../kinds/kind-of.js';

type Kinds = Pick<IdentityPluginHost, 'connectionKinds'>;

/** What owners see of a connection. The secret is not in it. */
export const connectionFields = {
  id: true,
  tenantId: true,
  kind: true,
  name: true,
  status: true,
  issuer: true,
  settings: true,
  defaultRole: true,
  jit: true,
  trustMfa: true,
  setupLinkId: true,
  confirmedAt: true,
  version: true,
  askedVersion: true,
  createdAt: true,
  updatedAt: true,
  domains: { select: { domainId: true }, orderBy: { domainId: 'asc' } },
  defaultGroups: { select: { groupId: true }, orderBy: { groupId: 'asc' } },
} as const satisfies Prisma.ConnectionSelect;

type Selected = Prisma.ConnectionGetPayload<{ select: typeof connectionFields }>;

/** A connection as the API shows it. Its reply leaves out what only pages need. */
export function shownConnection(kinds: Kinds, { settings, ...connection }: Selected, roleByGroup: RoleByGroup = {}) {
  const { domains, defaultGroups, defaultRole, ...rest } = connection;
  if (defaultRole === 'owner') throw new IdentityError('INTERNAL_ERROR', 'A connection must not make owners.');
  return {
    ...rest,
    defaultRole,
    domains: domains.map(({ domainId }) => domainId),
    defaultGroups: defaultGroups.map(({ groupId }) => groupId),
    roleByGroup,
    ...knownKind(kinds, connection.kind).show({ ...connection, settings }),
  };
}

/** Returns a connection of a tenant with all its columns, or throws. */
export async function findConnection(
  tx: Transaction,
  kinds: Kinds,
  { tenantId, connectionId }: { tenantId: string; connectionId: string },
) {
  const where = { id: connectionId, tenantId, ...ofKnownKind(kinds) };
  const connection = isUuid(connectionId) ? await tx.connection.findFirst({ where }) : null;
  if (!connection) throw connectionNotFound();
  return connection;
}

/** The connection as the API shows it, after a change in this transaction. */
export async function readConnection(tx: Transaction, kinds: Kinds, id: string) {
  const connection = await tx.connection.findUniqueOrThrow({ where: { id }, select: connectionFields });
  return shownConnection(kinds, connection, (await readRoleRules(tx, [id])).get(id));
}
