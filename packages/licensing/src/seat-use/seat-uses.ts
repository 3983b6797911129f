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

// The seats of all servers in this process whose use is noted and not written yet. Ids of seats are unique.
const unwritten = new Set<string>();

/** The seats in use of which the database does not know it yet, because this process has still to write it. */
export function unwrittenUses(): string[] {
  return [...unwritten];
}

export interface SeatUses {
  /**
   * Notes that a seat is in use, without waiting for the write. It is `urgent` if a change that takes seats away is ahead: then
   * it is written at once, because another process may be the one that chooses the seats.
   */
  note(services: Services, seatId: string, urgent?: boolean): void;
  /** Writes what waits. */
  flush(): Promise<void>;
  /** Resolves when the writes that have begun are done. */
  written(): Promise<void>;
}

/** Keeps which seats were used, and writes it every few seconds, for each seat at most once an hour. */
export function createSeatUses(): SeatUses {
  const waiting = new Map<string, Services>();
  const inFlight = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const seats = [...waiting];
    waiting.clear();
    for (const [seatId] of seats) inFlight.add(seatId);
    writing = writing
      .then(() => writeUses(seats))
      .finally(() => {
        for (const [seatId] of seats) {
          inFlight.delete(seatId);
          unwritten.delete(seatId);
        }
      });
    return writing;
  };
  return {
    note(services, seatId, urgent = false) {
      if (waiting.size >= maxWaiting || inFlight.has(seatId)) return;
      waiting.set(seatId, services);
      unwritten.add(seatId);
      if (urgent) void flush();
      else timer ??= setTimeout(() => void flush(), delayMilliseconds).unref();
    },
    flush,
    written: () => writing,
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
