/** The database does not respond. No statement is sent to it until it responds again. */
export class DatabaseAwayError extends Error {
  constructor(cause: unknown) {
    super('The database does not respond.', { cause });
    this.name = 'DatabaseAwayError';
  }
}

/** A probe got no response in time. Any other failure of a probe, such as a refused connection, is a response. */
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
  /** Sends a query over a new connection. Rejects if the database does not respond in time. */
  probe(): Promise<void>;
  /** The maximum time of a wait that has a `fail` callback. */
  maxWaitMilliseconds: number;
  /** Called once when the database stops responding, before the callers that wait for a connection get the error. */
  onAway(error: DatabaseAwayError): void;
  /** Called once when the database responds again. */
  onBack(): void;
}

export interface DatabaseWatch {
  /** Returns the error for new requests while the database does not respond, and undefined otherwise. */
  awayError(): DatabaseAwayError | undefined;
  /**
   * Records that a caller waits for the database. Returns a function that ends the wait. `fail` is called if the wait takes
   * too long or the database stops responding.
   */
  begin(fail?: (error: Error) => void): () => void;
  /** The same for a statement, which must end within its own limit. `expire` is called if it does not. */
  beginStatement(limit?: WaitLimit): () => void;
  /** Records that the database has sent data. */
  dataReceived(): void;
  stop(): void;
}

export interface WaitLimit {
  readonly milliseconds: number;
  expire(): void;
}

interface Wait {
  readonly since: number;
  readonly fail?: ((error: Error) => void) | undefined;
  readonly limit?: WaitLimit | undefined;
}

const checkMilliseconds = 100;
/** The database is probed after this time without data from it. */
const silenceMilliseconds = 500;
const retryMilliseconds = 250;

/**
 * Detects when the database stops responding. If it is frozen or unplugged, or if the network drops packets, its
 * connections stay open and no PostgreSQL timeout ends a statement. If a caller waits and the database has sent no data for
 * a while, the watch probes it. A slow statement or a lock does not make the probe fail.
 */
export function watchDatabase({ probe, maxWaitMilliseconds, onAway, onBack }: DatabaseWatchOptions): DatabaseWatch {
  const waits = new Set<Wait>();
  // Runs only while a caller waits and this process runs: time in which this process waits for a CPU does not count.
  let clock = 0;
  let checkedAt = 0;
  let dataReceivedAt = 0;
  let away: DatabaseAwayError | undefined;
  let probing = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const checkIn = (milliseconds: number) => {
    if (stopped || timer) return;
    checkedAt = performance.now();
    timer = setTimeout(check, milliseconds).unref();
  };
  const check = () => {
    timer = undefined;
    if (away) return void probeAgain();
    clock += Math.min(performance.now() - checkedAt, 2 * checkMilliseconds);
    for (const wait of [...waits]) {
      if (clock - wait.since >= maxWaitMilliseconds && wait.fail) {
        failWait(wait, new DatabaseBusyError(maxWaitMilliseconds));
      }
      if (wait.limit && clock - wait.since >= wait.limit.milliseconds && waits.delete(wait)) wait.limit.expire();
    }
    const [oldest] = waits;
    if (!oldest) return;
    if (!probing && clock - Math.max(oldest.since, dataReceivedAt) >= silenceMilliseconds) void probeNow();
    checkIn(checkMilliseconds);
  };
  const failWait = (wait: Wait, error: Error) => {
    waits.delete(wait);
    wait.fail?.(error);
  };
  const probeNow = async () => {
    probing = true;
    const probeStartedAt = clock;
    try {
      await probe();
      dataReceivedAt = clock;
    } catch (error) {
      if (dataReceivedAt <= probeStartedAt && !stopped) markAway(error);
    } finally {
      probing = false;
    }
  };
  const markAway = (cause: unknown) => {
    const error = new DatabaseAwayError(cause);
    // If connections are refused, new requests may try: they fail at once, and succeed as soon as the database is back.
    if (cause instanceof NoResponseError) away = error;
    onAway(error);
    for (const wait of [...waits]) if (wait.fail) failWait(wait, error);
    if (!away) return;
    clearTimeout(timer);
    timer = undefined;
    checkIn(retryMilliseconds);
  };
  const probeAgain = async () => {
    try {
      await probe();
      dataReceivedAt = clock;
      away = undefined;
      if (!stopped) onBack();
      if (waits.size > 0) checkIn(checkMilliseconds);
    } catch (error) {
      if (error instanceof NoResponseError) checkIn(retryMilliseconds);
      else away = undefined;
    }
  };

  const begin = (kind: Omit<Wait, 'since'>) => {
    const wait = { since: clock, ...kind };
    waits.add(wait);
    checkIn(checkMilliseconds);
    return () => void waits.delete(wait);
  };

  return {
    awayError: () => away,
    begin: (fail) => begin({ fail }),
    beginStatement: (limit) => begin({ limit }),
    dataReceived() {
      dataReceivedAt = clock;
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
