import { setImmediate as nextTurn } from 'node:timers/promises';

/** The database does not respond, so nothing is sent to it until it does. */
export class DatabaseAwayError extends Error {
  constructor(cause: unknown) {
    super('The database does not respond.', { cause });
    this.name = 'DatabaseAwayError';
  }
}

export interface DatabaseWatchOptions {
  /** Asks the database over a connection of its own; rejects if there is no response soon. */
  probe(): Promise<void>;
  /** Told once the database is away, before those that wait for a connection are. */
  onAway(error: DatabaseAwayError): void;
  /** Told once it responds again. */
  onBack(): void;
}

export interface DatabaseWatch {
  /** The error to fail with at once while the database is away. */
  awayError(): DatabaseAwayError | undefined;
  /** Notes that something waits for the database. `fail` is called if the database is found to be away. Returns what to call when the wait is over. */
  begin(fail?: (error: DatabaseAwayError) => void): () => void;
  /** Notes that the database has sent something. */
  heard(): void;
  stop(): void;
}

interface Wait {
  readonly since: number;
  readonly fail: ((error: DatabaseAwayError) => void) | undefined;
}

const lookMilliseconds = 100;
/** So long nothing has to come from the database before it is suspected: a slow statement is no fault. */
const suspiciousMilliseconds = 600;
const retryMilliseconds = 250;

/**
 * Finds out when the database stops responding: when it is frozen, unplugged or behind a network that drops packets, its
 * connections stay open and no timeout of PostgreSQL ends a statement. If something waits, and for a while
 * nothing came from the database, it is probed; a slow statement or a lock does not fail the probe.
 */
export function watchDatabase({ probe, onAway, onBack }: DatabaseWatchOptions): DatabaseWatch {
  const waits = new Set<Wait>();
  let heardAt = performance.now();
  let away: DatabaseAwayError | undefined;
  let probing = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const lookIn = (milliseconds: number) => {
    if (stopped || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      look();
    }, milliseconds).unref();
  };
  const look = () => {
    const [oldest] = waits;
    if (away) void askAgain();
    else if (oldest) {
      if (!probing && performance.now() - Math.max(oldest.since, heardAt) >= suspiciousMilliseconds) void ask();
      lookIn(lookMilliseconds);
    }
  };
  const ask = async () => {
    probing = true;
    const askedAt = performance.now();
    try {
      await probe();
      heardAt = performance.now();
    } catch (error) {
      // After a busy moment of our own, timers come before what has arrived meanwhile.
      await nextTurn();
      if (heardAt <= askedAt && !stopped) leave(error);
    } finally {
      probing = false;
    }
  };
  const leave = (cause: unknown) => {
    const error = new DatabaseAwayError(cause);
    away = error;
    onAway(error);
    for (const wait of [...waits]) {
      if (!wait.fail) continue;
      waits.delete(wait);
      wait.fail(error);
    }
    clearTimeout(timer);
    timer = undefined;
    lookIn(retryMilliseconds);
  };
  const askAgain = async () => {
    try {
      await probe();
      heardAt = performance.now();
      away = undefined;
      if (!stopped) onBack();
      if (waits.size > 0) lookIn(lookMilliseconds);
    } catch {
      lookIn(retryMilliseconds);
    }
  };

  return {
    awayError: () => away,
    begin(fail) {
      const wait = { since: performance.now(), fail };
      waits.add(wait);
      lookIn(lookMilliseconds);
      return () => void waits.delete(wait);
    },
    heard() {
      heardAt = performance.now();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
