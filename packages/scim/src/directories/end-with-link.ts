import type { DomainEvent, Job, Subscriber } from '@org/identity-core';
import { inTenantTransaction, lockTenantRow, type Transaction } from '@org/identity-prisma';
import type { ScimServices } from '../services.js';
import { endInBatches } from './delete-directory.js';
import { beginEnd, type Ending, endBatch, finishEnd } from './end-directory.js';

/** Ends what a setup link has made and no owner has confirmed, in the transaction that withdraws the link. */
export function endWithLink(services: ScimServices): Subscriber<Transaction>[] {
  return [{ on: 'setup_link.withdrawn', handle: (tx, event) => endOfLink(tx, services, event) }];
}

async function endOfLink(
  tx: Transaction,
  services: ScimServices,
  { tenantId, subjectId: setupLinkId, actor }: DomainEvent,
): Promise<void> {
  if (tenantId === null || setupLinkId === null) return;
  const where = { tenantId, setupLinkId, confirmedAt: null, endingAt: null };
  const directories = await tx.directory.findMany({ where, orderBy: { id: 'asc' }, select: { id: true } });
  for (const { id: directoryId } of directories) {
    await beginEnd(tx, { directoryId });
    const { suspended, more } = await endBatch(tx, services, { tenantId, directoryId });
    // A large directory would keep others waiting for the tenant's lock: the job below does the rest.
    if (!more) await finishEnd(tx, services, { tenantId, directoryId, suspended, actor });
  }
}

/** Goes on with directories whose end was begun and not finished, such as large ones, or after a crash. */
export function endDirectoriesJob(services: ScimServices): Job {
  return { name: 'scim-end-directories', everySeconds: 60, run: (signal) => endDirectories(services, signal) };
}

/** Does it now, oldest first. One that cannot be ended does not stop the others: the next run tries it again. */
export async function endDirectories(services: ScimServices, signal?: AbortSignal): Promise<void> {
  const { db, logger } = services;
  const directories = await db.directory.findMany({
    where: { endingAt: { not: null } },
    orderBy: [{ endingAt: 'asc' }, { id: 'asc' }],
    select: { id: true, tenantId: true },
    take: 100,
  });
  for (const { id: directoryId, tenantId } of directories) {
    if (signal?.aborted) return;
    await endNow(services, { tenantId, directoryId }).catch((error: unknown) =>
      logger.error({ err: error, directoryId, tenantId }, 'could not end a directory; trying again later'),
    );
  }
}

async function endNow(services: ScimServices, directory: Ending): Promise<void> {
  const { db } = services;
  const { tenantId } = directory;
  const suspended = await endInBatches(services, directory);
  const actor = { kind: 'system', id: null } as const;
  await inTenantTransaction({ db, tenantId, locks: 'tenant' }, async (tx) => {
    if (await lockTenantRow(tx, tenantId)) await finishEnd(tx, services, { ...directory, suspended, actor });
  });
}
