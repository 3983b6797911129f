import type { Pool, QueryResultRow } from 'pg';
import type { BatchStatement } from './batch-statement.js';
import { isRefusal, run } from './statement.js';

interface Waiter {
  readonly values: readonly unknown[];
  resolve(row: QueryResultRow | undefined): void;
  reject(error: unknown): void;
}

// In a larger batch the first waiters would wait too long for the last ones.
const maxWaiters = 64;

/** The waiters of the next batch of a statement, and the number of its batches in flight. */
interface Queue {
  waiters: Waiter[];
  inFlight: number;
  timer: NodeJS.Timeout | undefined;
}

const queues = new WeakMap<Pool, Map<BatchStatement, Queue>>();

/**
 * Runs a statement and returns the caller's row, if there is one. Calls in the same iteration of the event loop share one
 * statement, which starts after all of them. An idle server does not wait; a busy one makes few round trips.
 */
export function runBatched<Row extends QueryResultRow>(
  pool: Pool,
  what: BatchStatement,
  values: readonly unknown[],
): Promise<Row | undefined> {
  const queue = queueOf(pool, what);
  return new Promise((resolve, reject) => {
    // The caller knows the columns of the statement it declared.
    queue.waiters.push({ values, resolve: (row) => resolve(row as Row | undefined), reject });
    const send = () => sendBatch(pool, what, queue);
    if (queue.waiters.length === maxWaiters) send();
    else if (queue.waiters.length > 1) return;
    else if (queue.inFlight < what.gathering.maxInFlight) setImmediate(send);
    else queue.timer = setTimeout(send, what.gathering.maxWaitMilliseconds);
  });
}

function queueOf(pool: Pool, what: BatchStatement): Queue {
  const ofPool = queues.get(pool) ?? new Map<BatchStatement, Queue>();
  queues.set(pool, ofPool);
  const queue = ofPool.get(what) ?? { waiters: [], inFlight: 0, timer: undefined };
  ofPool.set(what, queue);
  return queue;
}

function sendBatch(pool: Pool, what: BatchStatement, queue: Queue): void {
  clearTimeout(queue.timer);
  const { waiters } = queue;
  if (waiters.length === 0) return;
  queue.waiters = [];
  queue.inFlight += 1;
  void serve(pool, what, waiters).finally(() => {
    queue.inFlight -= 1;
    sendBatch(pool, what, queue);
  });
}

async function serve(pool: Pool, what: BatchStatement, waiters: readonly Waiter[]): Promise<void> {
  const lists = Array.from({ length: what.width }, (_, index) => waiters.map(({ values }) => values[index]));
  try {
    const { rows } = await run<{ line: number }>(pool, what.statement, lists);
    const found = new Map(rows.map((row) => [row.line, row]));
    for (const [index, { resolve }] of waiters.entries()) resolve(found.get(index + 1));
  } catch (error) {
    // PostgreSQL may have refused the values of one waiter. Each waiter now runs alone, so that only that one fails.
    if (waiters.length > 1 && isRefusal(error)) for (const waiter of waiters) void serve(pool, what, [waiter]);
    else for (const { reject } of waiters) reject(error);
  }
}
