import type { Transaction } from '@org/identity-prisma';
import { isUnconfirmed } from '../confirmation/is-unconfirmed.js';
import type { ProviderIdentity } from '../providers/provider-identity.js';
import type { ConnectionServices } from '../services.js';
import type { DecidingConnection } from './decide.js';

/**
 * Makes a user a member of the connection's tenant, under the locks of the user and the tenant. Rules of licenses give the
 * seat, as for everybody who joins.
 */
export async function joinTenant(
  { services }: Pick<ConnectionServices, 'services'>,
  tx: Transaction,
  { connection, userId, identity }: { connection: DecidingConnection; userId: string; identity: ProviderIdentity },
): Promise<void> {
  const { members } = services;
  if (!members) throw new Error('Connections need the plugin tenants().');
  const { email } = identity;
  const { tenantId, defaultRole: role, defaultGroups } = connection;
  const change = { tenantId, userId, actor: { kind: 'user', id: userId } as const };
  // Only an email that the provider vouches for accepts an invitation.
  if (email === undefined) await members.add(tx, { ...change, role });
  else await members.join(tx, { ...change, email, role });
  const groupIds = [...defaultGroups.map(({ groupId }) => groupId), ...(await findGroups(tx, connection, identity))];
  await members.joinGroups(tx, { ...change, groupIds: [...new Set(groupIds)] });
}

/** The groups that the provider names. A group may give a role, so they count only once an owner has confirmed the connection. */
async function findGroups(
  tx: Transaction,
  connection: DecidingConnection,
  { groups = [] }: ProviderIdentity,
): Promise<string[]> {
  if (groups.length === 0 || isUnconfirmed(connection)) return [];
  const where = { tenantId: connection.tenantId, source: 'MANUAL' as const, name: { in: groups } };
  return (await tx.group.findMany({ where, select: { id: true } })).map(({ id }) => id);
}
