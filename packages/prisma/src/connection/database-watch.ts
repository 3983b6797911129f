/** The database does not respond, so nothing is sent to it until it does. */
export class DatabaseAwayError extends Error {
  constructor(cause: unknown) {
    super('The database does not respond.', { cause });
    this.name = 'DatabaseAwayError';
  }
}

/** A probe got no response in time; any other failure of one is a response, such as a refused connection. */
export class NoResponseError extends Error {
  constructor(milliseconds: number) {
    super(`The database did not respond within ${milliseconds} ms.`);
    this.name = 'NoResponseError';
  }
}

/** All connections were in use for too long. */
export class DatabaseBusyError extends Error {
  constructor(milliseconds: number) {
    super(`No connection to the database was free within ${milliseconds} ms.`);
    this.name = 'DatabaseBusyError';
  }
}

export interface DatabaseWatchOptions {
  /** Asks the database over a connection of its own; rejects if there is no response soon. */
  probe(): Promise<void>;
  /** How long a wait with `fail` may last, in milliseconds. */
  maxWaitMilliseconds: number;
  /** Told once the database is away, before those that wait for a connection are. */
  onAway(error: DatabaseAwayError): void;
  /** Told once it responds again. */
  onBack(): void;
}

export interface DatabaseWatch {
  /** The error to fail with at once while the database is away. */
  awayError(): DatabaseAwayError | undefined;
  /** Notes that something waits for the database; returns what to call when it is over. `fail` is called when it takes too long or the database is away. */
  begin(fail?: (error: Error) => void): () => void;
  /** Notes that the database has sent something. */
  heard(): void;
  stop(): void;
}

interface Wait {
  readonly since: number;
  readonly fail: ((error: Error) => void) | undefined;
}

const lookMilliseconds = 100;
/** So long nothing has to come from the database before it is suspected. */
const suspiciousMilliseconds = 500;
const retryMilliseconds = 250;

/**
 * Finds out when the database stops responding: when it is frozen, unplugged or behind a network that drops packets, its
 * connections stay open and no timeout of PostgreSQL ends a statement. If something waits, and for a while nothing came from
 * the database, it is probed; a slow statement or a lock does not fail the probe.
 */
export function watchDatabase({ probe, maxWaitMilliseconds, onAway, onBack }: DatabaseWatchOptions): DatabaseWatch {
  const waits = new Set<Wait>();
  // Goes on while something waits and this process runs: the time that we ourselves wait for a CPU is not the database's.
  let clock = 0;
  let lookedAt = 0;
  let heardAt = 0;
  let away: DatabaseAwayError | undefined;
  let probing = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const lookIn = (milliseconds: number) => {
    if (stopped || timer) return;
    lookedAt = performance.now();
    timer = setTimeout(look, milliseconds).unref();
  };
  const look = () => {
    timer = undefined;
    if (away) return void askAgain();
    clock += Math.min(performance.now() - lookedAt, 2 * lookMilliseconds);
    for (const wait of waits) {
      if (clock - wait.since < maxWaitMilliseconds) break;
      if (wait.fail) failWait(wait, new DatabaseBusyError(maxWaitMilliseconds));
    }
    const [oldest] = waits;
    if (!oldest) return;
    if (!probing && clock - Math.max(oldest.since, heardAt) >= suspiciousMilliseconds) void ask();
    lookIn(lookMilliseconds);
  };
  const failWait = (wait: Wait, error: Error) => {
    waits.delete(wait);
    wait.fail?.(error);
  };
  const ask = async () => {
    probing = true;
    const askedAt = clock;
    try {
      await probe();
      heardAt = clock;
    } catch (error) {
      if (heardAt <= askedAt && !stopped) leave(error);
    } finally {
      probing = false;
    }
  };
  const leave = (cause: unknown) => {
    const error = new DatabaseAwayError(cause);
    // Where connections are refused, new requests need not be kept from trying: they are told at once, and notice at once when it is back.
    if (cause instanceof NoResponseError) away = error;
    onAway(error);
    for (const wait of [...waits]) if (wait.fail) failWait(wait, error);
    if (!away) return;
    clearTimeout(timer);
    timer = undefined;
    lookIn(retryMilliseconds);
  };
  const askAgain = async () => {
    try {
      await probe();
      heardAt = clock;
      away = undefined;
      if (!stopped) onBack();
      if (waits.size > 0) lookIn(lookMilliseconds);
    } catch (error) {
      if (error instanceof NoResponseError) lookIn(retryMilliseconds);
      else away = undefined;
    }
  };

  return {
    awayError: () => away,
    begin(fail) {
      const wait = { since: clock, fail };
      waits.add(wait);
      lookIn(lookMilliseconds);
      return () => void waits.delete(wait);
    },
    heard() {
      heardAt = clock;
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
