import type { Actor } from '@org/identity-core';
import type { IdentityPluginHost, Transaction } from '@org/identity-prisma';
import { endVisits } from '../visits/visits.js';

/**
 * Makes an active connection that of its domains, under the tenant's lock. Another active connection that has one of them
 * loses it, in the same transaction: there is no moment without a connection. One that has none left is disabled.
 */
export async function takeDomains(
  tx: Transaction,
  { events }: Pick<IdentityPluginHost, 'events'>,
  { id, tenantId, actor }: { id: string; tenantId: string; actor: Actor },
): Promise<void> {
  const own = await tx.connectionDomain.findMany({ where: { connectionId: id, active: false } });
  const domainId = { in: own.map((each) => each.domainId) };
  const taken = await tx.connectionDomain.findMany({ where: { domainId, active: true } });
  await tx.connectionDomain.deleteMany({ where: { domainId, active: true } });
  await tx.connectionDomain.updateMany({ where: { connectionId: id }, data: { active: true } });
  for (const connectionId of new Set(taken.map((each) => each.connectionId)))
    await disableWithoutDomains(tx, { events }, { connectionId, tenantId, actor });
}

async function disableWithoutDomains(
  tx: Transaction,
  { events }: Pick<IdentityPluginHost, 'events'>,
  { connectionId, tenantId, actor }: { connectionId: string; tenantId: string; actor: Actor },
): Promise<void> {
  if ((await tx.connectionDomain.count({ where: { connectionId } })) > 0) return;
  const { name } = await tx.connection.update({ where: { id: connectionId }, data: { status: 'DISABLED' } });
  await endVisits(tx, connectionId);
  const data = { name, replaced: true };
  await events.publish(tx, { type: 'connection.disabled', tenantId, actor, subjectId: connectionId, data });
}
