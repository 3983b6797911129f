import { type Actor, actorOf, type Principal, reply } from '@org/identity-core';
import {
  type IdentityPluginHost,
  inTenantTransaction,
  isInOneTransaction,
  lockTenantToClose,
  lockUserRows,
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

interface OperatorDeletion extends Deletion {
  actor: Actor;
  /** These accounts are locked before the tenant. */
  lockedUsers?: readonly string[] | undefined;
  /** Asked under the locks, which also keep out rows that refer to the tenant. Only if it returns true, the tenant is deleted. */
  onlyIf?: ((tx: Transaction) => Promise<boolean>) | undefined;
}

/**
 * The same for an operator, without a check of rights. It goes on to the end: there may be no server with the job. Returns
 * whether the tenant was deleted.
 */
export async function deleteTenantFor(
  services: Services,
  { lockedUsers = [], onlyIf, ...input }: OperatorDeletion,
  batches: ClosingBatches = { ...closingBatches, inCall: Number.POSITIVE_INFINITY },
): Promise<boolean> {
  const { tenantId } = input;
  const { db } = services;
  const removed = await inTenantTransaction({ db, tenantId, locks: 'tenant', timeout }, async (tx) => {
    if (lockedUsers.length > 0) await lockUserRows(tx, lockedUsers);
    await lockTenant(tx, tenantId);
    if (onlyIf) await lockTenantToClose(tx, tenantId);
    if (onlyIf && !(await onlyIf(tx))) return undefined;
    return { isLarge: await remove(tx, services, input, batches) };
  });
  if (removed?.isLarge) await continueInCall(services, tenantId, batches);
  return removed !== undefined;
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
