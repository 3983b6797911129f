import type { Pool, QueryResultRow } from 'pg';
import type { SharedStatement } from './shared-statement.js';
import { isRefusal, run } from './statement.js';

interface Asker {
  readonly values: readonly unknown[];
  resolve(row: QueryResultRow | undefined): void;
  reject(error: unknown): void;
}

// So many that a busy process asks once in a turn, so few that nobody waits for a long list.
const most = 64;
// While so many runs are on their way, those who ask gather for the next one: the busier, the more they share.
const mostOnTheirWay = 2;
// But not for long: a run may wait for somebody's lock, or for a database that is far away.
const longestWait = 2;
// A little longer for those who are about to ask: see `expectAsker`.
const longestWaitForOthers = 8;

/** Those who wait for the next run of a statement, and how many runs are on their way. */
interface Queue {
  askers: Asker[];
  onTheirWay: number;
  expected: number;
  timer: NodeJS.Timeout | undefined;
}

const queues = new WeakMap<Pool, Map<SharedStatement, Queue>>();

/**
 * Runs a shared statement and returns the asker's row, if there is one. All who ask the same in one turn of the event loop
 * are served by one run: a busy process makes few round trips, an idle one does not wait. It begins after each has asked.
 */
export function runShared<Row extends QueryResultRow>(
  pool: Pool,
  what: SharedStatement,
  values: readonly unknown[],
): Promise<Row | undefined> {
  const queue = queueOf(pool, what);
  return new Promise((resolve, reject) => {
    // The caller knows the columns of the statement it declared.
    queue.askers.push({ values, resolve: (row) => resolve(row as Row | undefined), reject });
    const send = () => sendNext(pool, what, queue);
    if (queue.askers.length === most) send();
    else if (queue.askers.length > 1) return;
    else if (queue.expected > 0) queue.timer = setTimeout(send, longestWaitForOthers);
    else if (queue.onTheirWay < mostOnTheirWay) setImmediate(send);
    else queue.timer = setTimeout(send, longestWait);
  });
}

/**
 * Says that somebody will ask once its own work is done, such as a signature, so that those who are done already wait a
 * moment for it and share its run. Returns what to call before asking, or when nothing will be asked.
 */
export function expectAsker(pool: Pool, what: SharedStatement): () => void {
  const queue = queueOf(pool, what);
  queue.expected += 1;
  return () => {
    queue.expected -= 1;
    if (queue.expected === 0 && queue.askers.length > 0) setImmediate(() => sendNext(pool, what, queue));
  };
}

function queueOf(pool: Pool, what: SharedStatement): Queue {
  const ofPool = queues.get(pool) ?? new Map<SharedStatement, Queue>();
  queues.set(pool, ofPool);
  const queue = ofPool.get(what) ?? { askers: [], onTheirWay: 0, expected: 0, timer: undefined };
  ofPool.set(what, queue);
  return queue;
}

function sendNext(pool: Pool, what: SharedStatement, queue: Queue): void {
  clearTimeout(queue.timer);
  const { askers } = queue;
  if (askers.length === 0) return;
  queue.askers = [];
  queue.onTheirWay += 1;
  void serve(pool, what, askers).finally(() => {
    queue.onTheirWay -= 1;
    if (queue.expected === 0) sendNext(pool, what, queue);
  });
}

async function serve(pool: Pool, what: SharedStatement, askers: readonly Asker[]): Promise<void> {
  const lists = Array.from({ length: what.width }, (_, index) => askers.map(({ values }) => values[index]));
  try {
    const { rows } = await run<{ place: number }>(pool, what.statement, lists);
    const found = new Map(rows.map((row) => [row.place, row]));
    for (const [index, { resolve }] of askers.entries()) resolve(found.get(index + 1));
  } catch (error) {
    // What one of them asked for may be what PostgreSQL refused: the others must not suffer from it.
    if (askers.length > 1 && isRefusal(error)) for (const asker of askers) void serve(pool, what, [asker]);
    else for (const { reject } of askers) reject(error);
  }
}
