import { longTransaction } from '../connection/database-timeouts.js';
import type { Database, Transaction } from '../database.js';
import { Prisma } from '../generated/client.js';

const maxAttempts = 5;
// PostgreSQL ends one of two transactions that wait for each other; nothing of it has happened.
const conflicts = new Set(['P2034', '40P01', '40001']);

/** Runs a change as one transaction, again when PostgreSQL ended it in favour of another. */
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
  // A statement of our own fails as P2010, with PostgreSQL's code in its text.
  return conflicts.has(error.code) || [...conflicts].some((code) => error.message.includes(code));
}
