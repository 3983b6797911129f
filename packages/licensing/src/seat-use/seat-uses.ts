import { type IdentityPluginHost, run, statement } from '@org/identity-prisma';

type Services = Pick<IdentityPluginHost, 'pool' | 'logger'>;

/** How many uses wait for the next write at most. Further ones are dropped: those seats are in use soon again. */
const maxWaiting = 10_000;
const atOnce = 1_000;
const delayMilliseconds = 3_000;

// Seats that a change holds are skipped, and so are those that were written in the last hour, by any process: the write never
// waits. It locks nothing but seats, in the order of their ids.
const write = statement(
  'seat_uses',
  `UPDATE identity.seats SET last_used_at = now(), reclaim_mail_at = NULL WHERE id IN (
     SELECT id FROM identity.seats
     WHERE id = ANY($1::uuid[]) AND (last_used_at IS NULL OR last_used_at < now() - interval '1 hour')
     ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)`,
);

export interface SeatUses {
  /** Notes that a seat is in use. Nobody waits for the write. */
  note(services: Services, seatId: string): void;
  /** Writes what waits. */
  flush(): Promise<void>;
}

/** Keeps which seats were used, and writes it every few seconds, for each seat at most once an hour. */
export function createSeatUses(): SeatUses {
  const waiting = new Map<string, Services>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const seats = [...waiting];
    waiting.clear();
    writing = writing.then(() => writeUses(seats));
    return writing;
  };
  return {
    note(services, seatId) {
      if (waiting.size >= maxWaiting) return;
      waiting.set(seatId, services);
      timer ??= setTimeout(() => void flush(), delayMilliseconds).unref();
    },
    flush,
  };
}

async function writeUses(seats: readonly (readonly [seatId: string, services: Services])[]): Promise<void> {
  for (const services of new Set(seats.map(([, each]) => each))) {
    const ids = seats.filter(([, each]) => each === services).map(([id]) => id);
    try {
      for (let from = 0; from < ids.length; from += atOnce)
        await run(services.pool, write, [ids.slice(from, from + atOnce)]);
    } catch (error) {
      // The next use of these seats is noted again.
      services.logger.warn({ err: error }, 'the last use of seats was not written');
    }
  }
}
