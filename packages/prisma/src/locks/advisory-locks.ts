import type { Transaction } from '../database.js';

/** The numbers of all advisory locks: no two may be the same. */
export const advisoryLocks = {
  /** Prisma's own number, so that its `migrate` and ours never run at once. */
  migrations: 72_707_369,
  /** Decisions about keys. */
  keys: 7_302_114,
  seed: 7_302_115,
} as const;

/** Lets one transaction at a time do a thing; the others wait for its end. */
export async function lockUntilCommit(
  tx: Transaction,
  name: Exclude<keyof typeof advisoryLocks, 'migrations'>,
): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${advisoryLocks[name]})`;
}
