import type { Transaction } from '@org/identity-prisma';
import type { ConnectionServices } from '../services.js';
import type { DecidingConnection } from './decide.js';

/**
 * Makes a user a member of the connection's tenant, under the locks of the user and the tenant. Rules of licenses give the
 * seat, as for everybody who joins.
 */
export async function joinTenant(
  { services }: Pick<ConnectionServices, 'services'>,
  tx: Transaction,
  { connection, userId, email }: { connection: DecidingConnection; userId: string; email: string | undefined },
): Promise<void> {
  const { members } = services;
  if (!members) throw new Error('Connections need the plugin tenants().');
  const { tenantId, defaultRole: role, defaultGroups } = connection;
  const change = { tenantId, userId, actor: { kind: 'user', id: userId } as const };
  // Only an email that the provider vouches for accepts an invitation.
  if (email === undefined) await members.add(tx, { ...change, role });
  else await members.join(tx, { ...change, email, role });
  await members.joinGroups(tx, { ...change, groupIds: defaultGroups.map(({ groupId }) => groupId) });
}
