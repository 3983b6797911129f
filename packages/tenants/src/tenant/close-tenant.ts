import type { Actor, DomainEvent } from '@org/identity-core';
import { type IdentityPluginHost, lockTenantToClose, Prisma, type Transaction } from '@org/identity-prisma';
import { holdSlug } from '../slugs/held-slugs.js';

/** The event of a deletion. */
export const deletionOf = (tenantId: string, actor: Actor): DomainEvent => ({
  type: 'tenant.deleted',
  tenantId,
  actor,
  subjectId: tenantId,
  data: {},
});

/** Whether a tenant has more members or invitations than this. */
export async function isLarger(tx: Transaction, tenantId: string, than: number): Promise<boolean> {
  const [found] = await tx.$queryRaw<{ larger: boolean }[]>`
    SELECT (SELECT coalesce(sum(count), 0) FROM identity.member_counts WHERE tenant_id = ${tenantId}::uuid) > ${than}::int
      OR EXISTS (SELECT FROM identity.invitations WHERE tenant_id = ${tenantId}::uuid OFFSET ${Prisma.raw(String(than))})
      AS larger`;
  return found?.larger === true;
}

/**
 * Marks a large tenant as closing. From the commit on it does not exist: every statement that reads tenants leaves it out. A
 * trigger deletes its clients, webhooks and license rules, and cancels its subscriptions. What is left is deleted in batches.
 */
export async function closeTenant(
  tx: Transaction,
  { events }: Pick<IdentityPluginHost, 'events'>,
  { tenantId, actor, slugHoldDays }: { tenantId: string; actor: Actor; slugHoldDays: number },
): Promise<void> {
  await events.publish(tx, deletionOf(tenantId, actor), { inBatches: true });
  await lockTenantToClose(tx, tenantId);
  const { slug } = await tx.tenant.update({
    where: { id: tenantId },
    data: { closingAt: new Date(), closingActorKind: actor.kind, closingActorId: actor.id },
    select: { slug: true },
  });
  // From now on, because the number of days is known here. Until the end, the row of the tenant has the slug as well.
  await holdSlug(tx, slug, slugHoldDays);
}
