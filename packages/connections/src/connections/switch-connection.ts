import { actorOf, reply } from '@org/identity-core';
import { changeAsFreshOwner, type IdentityPluginHost } from '@org/identity-prisma';
import type { OwnerCall } from '../access/owner-call.js';
import { findConnection, readConnection } from './connection-fields.js';
import { endConnection, endingMilliseconds } from './end-connection.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'connectionKinds' | 'services' | 'sendLogoutNotices'>;
type Call = OwnerCall & { connectionId: string };

/**
 * From the commit on, nobody signs in by the connection. Sign-ins that are under way end, and so do the sessions and tokens
 * that came by it, also those of the owner who calls, unless the owner keeps them. Its settings stay.
 */
export async function disableConnection(
  services: Services,
  { connectionId, keepSessions, ...call }: Call & { keepSessions?: boolean },
) {
  const { db, events } = services;
  const disabled = await changeAsFreshOwner(db, { ...call, timeout: endingMilliseconds }, async (tx) => {
    const { tenantId, principal } = call;
    const { id, name, status } = await findConnection(tx, services, { tenantId, connectionId });
    const actor = actorOf(principal);
    // Also of one that another connection has replaced: its sessions went on.
    await endConnection(tx, services, { id, tenantId, actor, keepSessions });
    if (status === 'ACTIVE') await services.services.members?.requireWayIn(tx, { tenantId });
    if (status !== 'DISABLED')
      await events.publish(tx, { type: 'connection.disabled', tenantId, actor, subjectId: id, data: { name } });
    return reply(await readConnection(tx, services, id));
  });
  services.sendLogoutNotices();
  return disabled;
}

/** Deletes a connection with its links and attempts, and ends its sessions. The members who came by it stay members. */
export async function deleteConnection(services: Services, { connectionId, ...call }: Call) {
  const { db, events } = services;
  const deleted = await changeAsFreshOwner(db, { ...call, timeout: endingMilliseconds }, async (tx) => {
    const { tenantId, principal } = call;
    const { id, name, status } = await findConnection(tx, services, { tenantId, connectionId });
    const actor = actorOf(principal);
    await endConnection(tx, services, { id, tenantId, actor });
    if (status === 'ACTIVE') await services.services.members?.requireWayIn(tx, { tenantId });
    await services.services.members?.setRoleRules(tx, { tenantId, sourceId: id, roleByGroup: {}, actor });
    await events.publish(tx, { type: 'connection.deleted', tenantId, actor, subjectId: id, data: { name } });
    await tx.connection.delete({ where: { id } });
    return reply({ success: true, message: 'The connection was deleted. Its members stay members of the tenant.' });
  });
  services.sendLogoutNotices();
  return deleted;
}
