import type { Actor } from '@org/identity-core';
import type { IdentityPluginHost, ImportStatus, Transaction } from '@org/identity-prisma';

interface Ending {
  readonly id: string;
  readonly status: Exclude<ImportStatus, 'RUNNING'>;
  /** Only by the process that works on it. */
  readonly leaseId?: string;
  /** Who ends it, if not the one who started it. */
  readonly actor?: Actor;
}

/**
 * Ends an import that runs, and deletes the lines that are left. Waits for the batch that is being imported. Returns false if
 * it has ended already.
 */
export function endImport({ db, events }: Pick<IdentityPluginHost, 'db' | 'events'>, ending: Ending): Promise<boolean> {
  return db.$transaction((tx) => endInTransaction(tx, events, ending));
}

/** The same in the caller's transaction. */
export async function endInTransaction(
  tx: Transaction,
  events: IdentityPluginHost['events'],
  { id, status, leaseId, actor }: Ending,
): Promise<boolean> {
  const [ended] = await tx.import.updateManyAndReturn({
    where: { id, status: 'RUNNING', ...(leaseId === undefined ? {} : { leaseId }) },
    data: { status, endedAt: new Date(), leaseId: null },
  });
  if (!ended) return false;
  await tx.importChunk.deleteMany({ where: { importId: id } });
  await tx.importKey.deleteMany({ where: { importId: id } });
  const { created, changed, unchanged, refused, waiting, rehearsed } = ended;
  await events.publish(tx, {
    type: 'import.ended',
    tenantId: null,
    actor: actor ?? starterOf(ended),
    subjectId: id,
    data: { status, rehearsed, created, changed, unchanged, refused, waiting },
  });
  return true;
}

/** Who started an import. */
export function starterOf({ actorKind, actorId }: { actorKind: string; actorId: string | null }): Actor {
  // Written by `startImport` only.
  return { kind: actorKind as Actor['kind'], id: actorId };
}

/** Ends the uploads that broke off with their process. */
export async function endBrokenUploads(tx: Transaction, events: IdentityPluginHost['events']): Promise<void> {
  const where = { status: 'RUNNING', sentLines: null, leaseUntil: { lt: new Date() } } as const;
  for (const { id } of await tx.import.findMany({ where, select: { id: true } }))
    await endInTransaction(tx, events, { id, status: 'FAILED' });
}
