import type { Actor } from '@org/identity-core';
import type { IdentityPluginHost, Transaction } from '@org/identity-prisma';
import { endConnection } from '../connections/end-connection.js';

/**
 * Ends what a setup link has made and no owner has confirmed, in the transaction that withdraws the link: connections are
 * disabled, with their sessions and the members who joined by them, and domains are no longer verified. Nothing is deleted, so
 * an owner can still take them over.
 */
export async function endWithLink(
  tx: Transaction,
  services: Pick<IdentityPluginHost, 'events' | 'services'>,
  { tenantId, linkId, actor }: { tenantId: string; linkId: string; actor: Actor },
): Promise<void> {
  const { events } = services;
  const made = { tenantId, setupLinkId: linkId, confirmedAt: null };
  const connections = await tx.connection.findMany({ where: made, orderBy: { id: 'asc' } });
  for (const { id, name, status } of connections) {
    // Also of one that is disabled already: its sessions may go on.
    await endConnection(tx, services, { id, tenantId, actor });
    await suspendJoined(tx, services, { id, tenantId, actor });
    if (status === 'DISABLED') continue;
    const event = { tenantId, actor, subjectId: id, data: { name, withdrawn: true } };
    await events.publish(tx, { type: 'connection.disabled', ...event });
  }
  const verified = { ...made, status: { not: 'PENDING' as const } };
  const domains = await tx.domain.findMany({ where: verified, orderBy: { id: 'asc' } });
  const unproven = {
    status: 'PENDING',
    verifiedAt: null,
    missingSince: null,
    dueAt: null,
    provenByLinkId: null,
  } as const;
  for (const { id, domain } of domains) {
    await tx.domain.update({ where: { id }, data: unproven });
    const event = { tenantId, actor, subjectId: id, data: { domain, withdrawn: true } };
    await events.publish(tx, { type: 'domain.lapsed', ...event });
  }
}

/** Suspends the members who have joined by a connection that no owner has confirmed. Admins and owners are not among them. */
async function suspendJoined(
  tx: Transaction,
  { services: { members } }: Pick<IdentityPluginHost, 'services'>,
  { id, tenantId, actor }: { id: string; tenantId: string; actor: Actor },
): Promise<void> {
  const joined = await tx.$queryRaw<{ userId: string }[]>`
    SELECT m.user_id AS "userId" FROM identity.connections c
    JOIN identity.connection_links l ON l.connection_id = c.id
    JOIN identity.memberships m ON m.tenant_id = c.tenant_id AND m.user_id = l.user_id
    WHERE c.id = ${id}::uuid AND m.status = 'ACTIVE' AND m.role = 'member' AND m.joined_at >= c.created_at
    ORDER BY m.user_id`;
  for (const { userId } of joined) await members?.suspend(tx, { tenantId, userId, actor });
}
