import { type Actor, actorOf, type Principal, reply } from '@org/identity-core';
import { type IdentityPluginHost, inTenantTransaction, type Transaction } from '@org/identity-prisma';
import { lockTenant } from '../access/lock-tenant.js';
import { holdSlug, readSlugHoldDays } from '../slugs/held-slugs.js';
import { changeTenant } from './change-tenant.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events'>;

/** A large tenant has a hundred thousand members. */
const timeout = 60_000;

interface Deletion {
  tenantId: string;
  slugHoldDays?: number | undefined;
}

/** Deletes a tenant with its memberships, invitations, seats, machine clients and grants. Its slug is held. */
export function deleteTenant({ db, events }: Services, input: Deletion & { principal: Principal }) {
  const { tenantId, principal } = input;
  return changeTenant({ db, tenantId, principal, right: 'delete the tenant', timeout }, async (tx) => {
    await remove(tx, events, { ...input, actor: actorOf(principal) });
    return reply({ success: true, message: 'The tenant and everything in it was deleted.' });
  });
}

/** The same for an operator, without a check of rights. */
export function deleteTenantFor({ db, events }: Services, input: Deletion & { actor: Actor }): Promise<void> {
  const { tenantId } = input;
  return inTenantTransaction({ db, tenantId, locks: 'tenant', timeout }, async (tx) => {
    await lockTenant(tx, tenantId);
    await remove(tx, events, input);
  });
}

async function remove(
  tx: Transaction,
  events: Services['events'],
  { tenantId, slugHoldDays, actor }: Deletion & { actor: Actor },
): Promise<void> {
  // Before the rows are deleted, because subscribers may need them.
  await events.publish(tx, { type: 'tenant.deleted', tenantId, actor, subjectId: tenantId, data: {} });
  // Foreign keys delete the rest, in one statement each.
  const { slug } = await tx.tenant.delete({ where: { id: tenantId }, select: { slug: true } });
  await holdSlug(tx, slug, readSlugHoldDays(slugHoldDays));
}
