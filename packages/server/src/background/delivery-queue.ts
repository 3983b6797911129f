import type { Logger } from '@org/identity-core';
import type { Pool, QueryResultRow } from 'pg';

/** How long one try may take before another process takes the row over. */
const claimSeconds = 2 * 60;

/** Something that waits in a table until somebody else's server takes it. */
export interface Waiting extends QueryResultRow {
  id: string;
  attempts: number;
}

export interface DeliveryParts<Row extends Waiting> {
  /** What waits, for the log. */
  name: string;
  logger: Logger;
  /** How many deliveries this process has in flight at most. */
  lanes: number;
  /** Claims one row that is due and does not have to wait for those in flight; nobody else gets it until the claim runs out. */
  claim(inFlight: readonly Row[]): Promise<Row | undefined>;
  /** Hands it over and deletes it. */
  deliver(row: Row): Promise<void>;
  /** It was not taken: sets the next try, or gives it up and says so. */
  postpone(row: Row, reason: string): Promise<'again' | 'given up'>;
}

export interface DeliveryQueue {
  /** Delivers whatever is due. Safe to call at any time from any process. */
  flush(signal?: AbortSignal): Promise<void>;
  /** The same without waiting for it: for use right after a commit. */
  readonly sendSoon: () => void;
  /** Begins nothing any more; resolves when what is under way is finished. */
  stop(): Promise<void>;
}

/** Delivers what waits in a table: it committed with what caused it, and a receiver that is down neither fails the call nor loses it. */
export function createDeliveryQueue<Row extends Waiting>(parts: DeliveryParts<Row>): DeliveryQueue {
  const { name, logger } = parts;
  const sending = new Set<Promise<void>>();
  const stopping = new AbortController();
  const lanes = createLanes(parts);
  const flush = async (signal?: AbortSignal): Promise<void> => {
    const mine = new Set<Promise<void>>();
    const failures: unknown[] = [];
    for (;;) {
      const started = await lanes.startNext(signal);
      if (started) {
        const delivery: Promise<void> = started.delivery
          .catch((error: unknown) => void failures.push(error))
          .finally(() => mine.delete(delivery));
        mine.add(delivery);
      } else if (signal?.aborted || mine.size === 0) break;
      // A row that waited for one of these may be next.
      else await Promise.race(mine);
    }
    await Promise.all(mine);
    if (failures.length > 0) throw failures[0];
  };
  return {
    flush,
    sendSoon() {
      // Another flush has yet to look for what is due: it will find this as well.
      if (lanes.isAboutToClaim()) return;
      const turn = flush(stopping.signal)
        .catch((error: unknown) => logger.error({ err: error }, `${name} could not be sent`))
        .finally(() => sending.delete(turn));
      sending.add(turn);
    },
    async stop() {
      stopping.abort();
      await Promise.all(sending);
    },
  };
}

/** What this process has in flight, up to a number of lanes. */
function createLanes<Row extends Waiting>(parts: DeliveryParts<Row>) {
  const inFlight = new Map<Promise<void>, Row>();
  // One claim at a time, since each has to know what the one before it has put in flight.
  let claiming: Promise<unknown> | undefined;
  let aboutToClaim = 0;
  const claimNext = async (before: Promise<unknown> | undefined, signal?: AbortSignal) => {
    aboutToClaim += 1;
    if (before) await before;
    while (inFlight.size >= parts.lanes && !signal?.aborted) await oneOf(inFlight.keys(), signal);
    aboutToClaim -= 1;
    // Asked before the claim: a claim that is not used costs the row a try and two minutes.
    const row = signal?.aborted ? undefined : await parts.claim([...inFlight.values()]);
    if (!row) return undefined;
    const delivery = attempt(parts, row).finally(() => inFlight.delete(delivery));
    inFlight.set(delivery, row);
    return { delivery };
  };
  return {
    isAboutToClaim: () => aboutToClaim > 0,
    /** Begins one more delivery; returns undefined if nothing is due, or the signal says stop. */
    startNext(signal?: AbortSignal): Promise<{ delivery: Promise<void> } | undefined> {
      const turn = claimNext(claiming, signal);
      const over = turn
        .catch(() => undefined)
        .finally(() => {
          if (claiming === over) claiming = undefined;
        });
      claiming = over;
      return turn;
    },
  };
}

async function attempt<Row extends Waiting>(parts: DeliveryParts<Row>, row: Row): Promise<void> {
  const { name, logger, deliver, postpone } = parts;
  try {
    await deliver(row);
  } catch (error) {
    const reason = reasonOf(error);
    const next = (await postpone(row, reason)) === 'again' ? 'trying again later' : 'given up';
    logger.warn({ [name]: row.id, attempts: row.attempts, reason }, `${name} was not taken, ${next}`);
  }
}

/** Resolves when one of the deliveries is over, however it ended, or when the signal says stop. */
async function oneOf(deliveries: Iterable<Promise<void>>, signal?: AbortSignal): Promise<void> {
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  signal?.addEventListener('abort', stop, { once: true });
  await Promise.race([...deliveries, stopped]).catch(() => undefined);
  signal?.removeEventListener('abort', stop);
}

/** What a claim looks for beyond being due. */
export interface Claim {
  table: string;
  columns: string;
  /** SQL; its parameters begin with $2. */
  condition?: string;
  values?: readonly unknown[];
  order?: string;
}

/** Claims the first row of a table that is due, in the order given or by how long it has been due; several processes never get the same one. */
export async function claimDue<Row extends Waiting>(
  pool: Pool,
  { table, columns, condition = 'true', values = [], order = 'due_at' }: Claim,
): Promise<Row | undefined> {
  const { rows } = await pool.query<Row>(
    `UPDATE identity.${table} SET attempts = attempts + 1, due_at = now() + make_interval(secs => $1)
     WHERE id = (SELECT id FROM identity.${table} WHERE ${condition} AND due_at <= now()
                 ORDER BY ${order} LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id, attempts, ${columns}`,
    [claimSeconds, ...values],
  );
  return rows[0];
}

/** What another server said, short enough to keep; without links and secrets: a refusal may quote what it dislikes. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text
    .replaceAll('\u0000', '')
    .replaceAll(/https?:\S+/giu, '[link]')
    .replaceAll(/[\w-]{32,}/gu, '[secret]')
    .slice(0, 300);
}
