import type { Logger } from '@org/identity-core';
import type { Pool, QueryResultRow } from 'pg';
import { unavailableReason } from './connection/unavailable-reason.js';

/** How long one attempt may take before another process can claim the row. */
export const claimSeconds = 2 * 60;

/** A row that waits in a table until another server accepts it. */
export interface Queued extends QueryResultRow {
  id: string;
  attempts: number;
}

export interface DeliveryParts<Row extends Queued> {
  /** What the queue contains, for the log. */
  name: string;
  logger: Logger;
  /** The maximum number of deliveries in flight in this process. */
  lanes: number;
  /**
   * Claims due rows that do not have to wait for those in flight: one, or as many as there are free lanes. No other process
   * gets them until the claim expires.
   */
  claim(inFlight: readonly Row[], free: number): Promise<Claimed<Row>>;
  /** Delivers the row and deletes it, or makes it due later. */
  deliver(row: Row, lane: Lane): Promise<void>;
  /** Called after a failed attempt: schedules the next one, or gives the row up. Returns which of the two. */
  postpone(row: Row, reason: string): Promise<'again' | 'given up'>;
}

export interface Claimed<Row> {
  readonly rows: readonly Row[];
  /** Whether other rows may be due: now, once one of those in flight is delivered, or none. */
  readonly others: 'now' | 'later' | 'none';
}

/** One of the deliveries in flight. */
export interface Lane {
  /** Frees the lane before the end of the delivery. For one that only waits for the other server, and not for long. */
  leave(): void;
}

export interface DeliveryQueue {
  /** Delivers all rows that are due. Can be called at any time by any process. */
  flush(signal?: AbortSignal): Promise<void>;
  /** Starts a flush and does not wait for it. For use right after a commit. */
  readonly sendSoon: () => void;
  /** Starts no more deliveries. Resolves when those in flight are finished. */
  stop(): Promise<void>;
}

/**
 * Delivers rows of a table. A row is committed together with the change that caused it, so a receiver that is down neither
 * makes the request fail nor loses the row.
 */
export function createDeliveryQueue<Row extends Queued>(parts: DeliveryParts<Row>): DeliveryQueue {
  const { name, logger } = parts;
  const sending = new Set<Promise<void>>();
  const stopping = new AbortController();
  const lanes = createLanes(parts);
  const flush = async (signal?: AbortSignal): Promise<void> => {
    const mine = new Set<Promise<void>>();
    const failures: unknown[] = [];
    for (;;) {
      const before = mine.size;
      const { started, others } = await lanes.startNext(signal);
      // A row that waited for one that was delivered during the claim may be next.
      const isOutdated = mine.size < before;
      for (const each of started) {
        const delivery: Promise<void> = each
          .catch((error: unknown) => void failures.push(error))
          .finally(() => mine.delete(delivery));
        mine.add(delivery);
      }
      if (signal?.aborted || others === 'none') break;
      if (others === 'now' || isOutdated) continue;
      if (mine.size === 0) break;
      // A row that waited for one of these may be next.
      await Promise.race(mine);
    }
    await Promise.all(mine);
    if (failures.length > 0) throw failures[0];
  };
  return {
    flush,
    sendSoon() {
      // Another flush is about to claim rows and will find this one as well.
      if (lanes.isAboutToClaim()) return;
      const flushing = flush(stopping.signal)
        .catch((error: unknown) => {
          // The requests log an outage of the database, once for all.
          if (!unavailableReason(error)) logger.error({ err: error }, `${name} could not be sent`);
        })
        .finally(() => sending.delete(flushing));
      sending.add(flushing);
    },
    async stop() {
      stopping.abort();
      await Promise.all(sending);
    },
  };
}

/** The deliveries of this process that are in flight, up to a number of lanes. */
function createLanes<Row extends Queued>(parts: DeliveryParts<Row>) {
  const inFlight = new Set<Row>();
  /** Each resolves when its lane is free. */
  const used = new Set<Promise<void>>();
  // One claim at a time: each needs to know the rows that the previous ones have put in flight.
  let claiming: Promise<unknown> | undefined;
  let aboutToClaim = 0;
  const claimNext = async (before: Promise<unknown> | undefined, signal?: AbortSignal) => {
    aboutToClaim += 1;
    if (before) await before;
    while (used.size >= parts.lanes && !signal?.aborted) await oneOf(used, signal);
    aboutToClaim -= 1;
    // Check before the claim: a claim that is not used costs the row an attempt and two minutes.
    if (signal?.aborted) return { started: [], others: 'later' as const };
    const { rows, others } = await parts.claim([...inFlight], parts.lanes - used.size);
    return { started: rows.map(start), others };
  };
  const start = (row: Row): Promise<void> => {
    let leave = () => {};
    const left = new Promise<void>((resolve) => (leave = resolve));
    inFlight.add(row);
    const delivery = attempt(parts, row, { leave }).finally(() => inFlight.delete(row));
    const ended = delivery.catch(() => undefined);
    const lane: Promise<void> = Promise.race([left, ended]).then(() => void used.delete(lane));
    used.add(lane);
    return delivery;
  };
  return {
    isAboutToClaim: () => aboutToClaim > 0,
    /** Starts the next deliveries: none if no row is due or the signal is aborted. */
    startNext(signal?: AbortSignal) {
      const claimed = claimNext(claiming, signal);
      const over = claimed
        .catch(() => undefined)
        .finally(() => {
          if (claiming === over) claiming = undefined;
        });
      claiming = over;
      return claimed;
    },
  };
}

async function attempt<Row extends Queued>(parts: DeliveryParts<Row>, row: Row, lane: Lane): Promise<void> {
  const { name, logger, deliver, postpone } = parts;
  try {
    await deliver(row, lane);
  } catch (error) {
    const reason = reasonOf(error);
    const next = (await postpone(row, reason)) === 'again' ? 'trying again later' : 'given up';
    logger.warn({ [name]: row.id, attempts: row.attempts, reason }, `${name} was not delivered, ${next}`);
  }
}

/** Resolves when one of the lanes is free, or when the signal is aborted. */
async function oneOf(lanes: Iterable<Promise<void>>, signal?: AbortSignal): Promise<void> {
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  signal?.addEventListener('abort', stop, { once: true });
  await Promise.race([...lanes, stopped]);
  signal?.removeEventListener('abort', stop);
}

/** The table and the additional conditions of a claim. */
export interface Claim {
  table: string;
  columns: string;
  /** SQL; its parameters begin with $2. */
  condition?: string;
  values?: readonly unknown[];
}

/** Claims the first due row of a table, due the longest. Two processes never get the same row. */
export async function claimDue<Row extends Queued>(
  pool: Pool,
  { table, columns, condition = 'true', values = [] }: Claim,
): Promise<Claimed<Row>> {
  const { rows } = await pool.query<Row>(
    // Without an error after the first attempt, a row is in flight: see `retryEntry`.
    `UPDATE identity.${table} SET attempts = attempts + 1, due_at = now() + make_interval(secs => $1), last_error = NULL
     WHERE id = (SELECT id FROM identity.${table} WHERE ${condition} AND due_at <= now()
                 ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id, attempts, ${columns}`,
    [claimSeconds, ...values],
  );
  return claimedOne(rows[0]);
}

/** A claim of one row: whether there are others is not known. */
export function claimedOne<Row>(row: Row | undefined): Claimed<Row> {
  return row ? { rows: [row], others: 'now' } : { rows: [], others: 'later' };
}

/** The error of the other server, shortened. Links and secrets are removed, because the error may quote the content. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text
    .replaceAll('\u0000', '')
    .replaceAll(/https?:\S+/giu, '[link]')
    .replaceAll(/[\w-]{32,}/gu, '[secret]')
    .slice(0, 300);
}
