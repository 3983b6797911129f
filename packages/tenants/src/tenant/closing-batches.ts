import type { Actor, Job } from '@org/identity-core';
import {
  type BatchPace,
  createBatchPace,
  type IdentityPluginHost,
  inTenantTransaction,
  lockClosingTenant,
  lockMembershipRows,
  Prisma,
  type Transaction,
} from '@org/identity-prisma';
import { deletionOf } from './close-tenant.js';

/*
 * A tenant that is closing is deleted in batches. Each is a transaction of its own that locks the tenant anew. The call that
 * has closed the tenant begins, and the job goes on if that takes long or its process has ended. Two processes can work on one
 * tenant: nothing is added to it, so whatever is left is the work to do.
 */

type Services = Pick<IdentityPluginHost, 'db' | 'events'>;

export interface ClosingBatches {
  /** A tenant with more members or invitations than this is deleted in batches. */
  readonly largerThan: number;
  /** How many members are deleted in one transaction. */
  readonly pace: BatchPace;
  /** For how many milliseconds the call goes on after the tenant is closed. */
  readonly inCall: number;
}

/** For a server: the batches are smaller if they take long, and the job does what the call leaves. */
export const closingBatches: ClosingBatches = { largerThan: 1_000, pace: createBatchPace(), inCall: 20_000 };

const first = '00000000-0000-0000-0000-000000000000';

/** Goes on with the batches until the tenant is gone, or the time is over. */
export async function deleteInBatches(
  services: Services,
  tenantId: string,
  { pace, inCall }: Pick<ClosingBatches, 'pace' | 'inCall'>,
): Promise<void> {
  const until = performance.now() + inCall;
  let after: string | undefined = first;
  while (after !== undefined && performance.now() < until)
    after = await deleteNextBatch(services, { tenantId, after }, pace);
}

/**
 * Deletes the next members of a tenant that is closing, then its invitations, and at the end the tenant itself. Entries of
 * deleted rows stay in an index until a vacuum, so each batch begins after the last user of the one before. Returns that user,
 * and undefined if the tenant is gone.
 */
export function deleteNextBatch(
  { db, events }: Services,
  { tenantId, after = first }: { tenantId: string; after?: string | undefined },
  pace: BatchPace,
): Promise<string | undefined> {
  return inTenantTransaction({ db, tenantId, locks: 'tenant' }, async (tx) => {
    const closing = await lockClosingTenant(tx, tenantId);
    if (!closing) return undefined;
    // Stored from an actor.
    const actor = { kind: closing.actorKind, id: closing.actorId } as Actor;
    const event = deletionOf(tenantId, actor);
    return pace.run(async (batchSize) => {
      const userIds = await nextUsers(tx, { tenantId, after, batchSize });
      if (userIds.length > 0) {
        await lockMembershipRows(tx, { tenantId, userId: userIds });
        await events.handleLater(tx, event, userIds);
        await tx.$executeRaw`
          DELETE FROM identity.memberships WHERE tenant_id = ${tenantId}::uuid AND user_id = ANY(${userIds}::uuid[])`;
        return userIds.at(-1);
      }
      if ((await deleteInvitations(tx, { tenantId, batchSize })) > 0) return after;
      await events.handleLater(tx, event);
      // Foreign keys delete the rest.
      await tx.tenant.delete({ where: { id: tenantId } });
      return undefined;
    });
  });
}

async function nextUsers(
  tx: Transaction,
  { tenantId, after, batchSize }: { tenantId: string; after: string; batchSize: number },
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ userId: string }[]>`
    SELECT user_id AS "userId" FROM identity.memberships
    WHERE tenant_id = ${tenantId}::uuid AND user_id > ${after}::uuid
    ORDER BY user_id LIMIT ${Prisma.raw(String(batchSize))}`;
  return rows.map(({ userId }) => userId);
}

function deleteInvitations(
  tx: Transaction,
  { tenantId, batchSize }: { tenantId: string; batchSize: number },
): Promise<number> {
  return tx.$executeRaw`
    DELETE FROM identity.invitations WHERE id IN (
      SELECT id FROM identity.invitations WHERE tenant_id = ${tenantId}::uuid LIMIT ${Prisma.raw(String(batchSize))})`;
}

/** Goes on with all tenants that are closing, a batch for each in turn. */
export function closingTenantsJob(services: Services & Pick<IdentityPluginHost, 'logger'>): Job {
  return {
    name: 'delete-closing-tenants',
    everySeconds: 15,
    run: (signal) => deleteClosingTenants(services, closingBatches.pace, signal),
  };
}

export async function deleteClosingTenants(
  services: Services & Pick<IdentityPluginHost, 'logger'>,
  pace: BatchPace,
  signal?: AbortSignal,
): Promise<void> {
  const rows = await services.db.tenant.findMany({ where: { closingAt: { not: null } }, select: { id: true } });
  const left = new Map<string, string>(rows.map(({ id }) => [id, first]));
  while (left.size > 0) {
    for (const [tenantId, after] of left) {
      if (signal?.aborted) return;
      const last = await deleteNextBatch(services, { tenantId, after }, pace).catch((error: unknown) => {
        services.logger.error({ err: error, tenantId }, 'could not go on with the deletion of a tenant');
        return undefined;
      });
      if (last === undefined) left.delete(tenantId);
      else left.set(tenantId, last);
    }
  }
}
