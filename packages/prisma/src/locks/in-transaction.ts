import { longTransaction } from '../connection/database-timeouts.js';
import type { Database, Transaction } from '../database-types.js';
import { Prisma } from '../generated/client.js';

const maxAttempts = 5;
// PostgreSQL rolls back one of two transactions that deadlock or conflict.
const conflicts = new Set(['P2034', '40P01', '40001']);

/** Runs a change in a transaction. Repeats it if PostgreSQL rolled it back because of a deadlock or conflict. */
export async function inTransaction<Result>(
  db: Database,
  change: (tx: Transaction) => Promise<Result>,
  { timeout }: { timeout?: number | undefined } = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await (timeout === undefined ? db.$transaction(change) : longTransaction(db, change, { timeout }));
    } catch (error) {
      if (attempt === maxAttempts || !isConflict(error)) throw error;
    }
  }
}

function isConflict(error: unknown): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  // A raw statement fails with P2010, and its message contains PostgreSQL's code.
  return conflicts.has(error.code) || [...conflicts].some((code) => error.message.includes(code));
}
