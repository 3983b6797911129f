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
  /** How many are delivered at once, so that a slow receiver does not hold up the others. */
  lanes: number;
  /** Takes one row that is due; nobody else gets it until the claim runs out. */
  claim(): Promise<Row | undefined>;
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
  const { name, logger, lanes, claim, deliver, postpone } = parts;
  const sending = new Set<Promise<void>>();
  const stopping = new AbortController();
  const lane = async (signal?: AbortSignal): Promise<void> => {
    // Asked before the claim: a claim that is not used costs the row a try and two minutes.
    while (!signal?.aborted) {
      const row = await claim();
      if (!row) return;
      try {
        await deliver(row);
      } catch (error) {
        const reason = reasonOf(error);
        const next = (await postpone(row, reason)) === 'again' ? 'trying again later' : 'given up';
        logger.warn({ [name]: row.id, attempts: row.attempts, reason }, `${name} was not taken, ${next}`);
      }
    }
  };
  const flush = async (signal?: AbortSignal) => {
    await Promise.all(Array.from({ length: lanes }, () => lane(signal)));
  };
  return {
    flush,
    sendSoon() {
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

/** Claims the row of a table that has been due for longest; several processes never get the same one. */
export async function claimDue<Row extends Waiting>(
  pool: Pool,
  { table, columns, condition = 'true' }: { table: string; columns: string; condition?: string },
): Promise<Row | undefined> {
  const { rows } = await pool.query<Row>(
    `UPDATE identity.${table} SET attempts = attempts + 1, due_at = now() + make_interval(secs => $1)
     WHERE id = (SELECT id FROM identity.${table} WHERE ${condition} AND due_at <= now()
                 ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id, attempts, ${columns}`,
    [claimSeconds],
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
