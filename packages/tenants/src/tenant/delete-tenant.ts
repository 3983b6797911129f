import { type Actor, actorOf, type Principal, reply } from '@org/identity-core';
import {
  type IdentityPluginHost,
  inTenantTransaction,
  isInOneTransaction,
  type Transaction,
} from '@org/identity-prisma';
import { lockTenant } from '../access/lock-tenant.js';
import { holdSlug, readSlugHoldDays } from '../slugs/held-slugs.js';
import { changeTenant } from './change-tenant.js';
import { closeTenant, deletionOf, isLarger } from './close-tenant.js';
import { type ClosingBatches, closingBatches, deleteInBatches } from './closing-batches.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events'> & Partial<Pick<IdentityPluginHost, 'logger'>>;

/** For what plugins do with the event. */
const timeout = 60_000;

interface Deletion {
  tenantId: string;
  slugHoldDays?: number | undefined;
}

/**
 * Deletes a tenant with its memberships, invitations, seats, machine clients and grants. Its slug is held. A large tenant does
 * not exist any more after the first transaction, and its rows are deleted in batches: in this call if that does not take
 * long, otherwise by the job.
 */
export async function deleteTenant(
  services: Services,
  input: Deletion & { principal: Principal },
  batches: ClosingBatches = closingBatches,
) {
  const { tenantId, principal } = input;
  let isLarge = false;
  const change = { db: services.db, tenantId, principal, right: 'delete the tenant', timeout } as const;
  const done = await changeTenant(change, async (tx) => {
    isLarge = await remove(tx, services, { ...input, actor: actorOf(principal) }, batches);
    return reply({ success: true, message: 'The tenant and everything in it was deleted.' });
  });
  if (isLarge) await continueInCall(services, tenantId, batches);
  return done;
}

async function continueInCall(services: Services, tenantId: string, batches: ClosingBatches): Promise<void> {
  try {
    await deleteInBatches(services, tenantId, batches);
  } catch (error) {
    // For everybody the tenant is deleted, so the call has succeeded. The job deletes the rest.
    services.logger?.warn({ err: error, tenantId }, 'the rows of a deleted tenant are deleted later');
  }
}

/** The same for an operator, without a check of rights. It goes on to the end: there may be no server with the job. */
export async function deleteTenantFor(
  services: Services,
  input: Deletion & { actor: Actor },
  batches: ClosingBatches = { ...closingBatches, inCall: Number.POSITIVE_INFINITY },
): Promise<void> {
  const { tenantId } = input;
  const { db } = services;
  const isLarge = await inTenantTransaction({ db, tenantId, locks: 'tenant', timeout }, async (tx) => {
    await lockTenant(tx, tenantId);
    return remove(tx, services, input, batches);
  });
  if (isLarge) await continueInCall(services, tenantId, batches);
}

/** Deletes the tenant, or closes a large one. Returns whether there is more to delete. */
async function remove(
  tx: Transaction,
  services: Services,
  { tenantId, actor, ...input }: Deletion & { actor: Actor },
  { largerThan }: ClosingBatches,
): Promise<boolean> {
  const slugHoldDays = readSlugHoldDays(input.slugHoldDays);
  // A rehearsal is one transaction, and shows everything.
  if (!isInOneTransaction() && (await isLarger(tx, tenantId, largerThan))) {
    await closeTenant(tx, services, { tenantId, actor, slugHoldDays });
    return true;
  }
  // Before the rows are deleted, because subscribers may need them.
  await services.events.publish(tx, deletionOf(tenantId, actor));
  // Foreign keys delete the rest, in one statement each.
  const { slug } = await tx.tenant.delete({ where: { id: tenantId }, select: { slug: true } });
  await holdSlug(tx, slug, slugHoldDays);
  return false;
}
