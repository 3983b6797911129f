import type { ClientBase } from 'pg';
import type { Transaction } from '../database-types.js';

/** The numbers of all advisory locks. Each must be unique. */
export const advisoryLocks = {
  /** The number that Prisma uses, so that `prisma migrate` and our own command never run at the same time. */
  migrations: 72_707_369,
  /** Creation and rotation of keys. */
  keys: 7_302_114,
  seed: 7_302_115,
  /** Erasure of accounts by operators: two super admins who erase each other at once would leave none. */
  erasures: 7_302_116,
  /** What ends after a restore: two commands at once would record it twice. */
  restores: 7_302_117,
  /** Adding and dropping partitions of the events. */
  eventMonths: 7_302_118,
  /** New webhooks of the platform: their number is limited. */
  platformWebhooks: 7_302_120,
  /** New imports: their number is limited. */
  imports: 7_302_121,
} as const;

/** Takes an advisory lock until the commit. Other transactions that need it wait. */
export async function lockUntilCommit(
  tx: Transaction,
  name: Exclude<keyof typeof advisoryLocks, 'migrations'>,
): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${advisoryLocks[name]})`;
}

/** The same on a connection of the pool, without waiting. Returns false if another transaction has the lock. */
export async function lockIfFree(
  client: ClientBase,
  name: Exclude<keyof typeof advisoryLocks, 'migrations'>,
): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS free', [
    advisoryLocks[name],
  ]);
  return rows[0]?.free === true;
}
