import {
  type IdentityError,
  isIdentityError,
  type Logger,
  serviceUnavailable,
  type TranslateError,
} from '@org/identity-core';
import { type UnavailableReason, unavailableReason } from '@org/identity-prisma';

/** An outage is over after this time without a failure. */
const quietMilliseconds = 5_000;
/** An operator has to repair `full` and `read-only`, so clients wait longer. */
const retrySeconds: Readonly<Record<UnavailableReason, number>> = {
  away: 1,
  busy: 1,
  full: 10,
  'read-only': 5,
  unconfirmed: 1,
};

export interface Outages {
  /** Returns the 503 for an error of an unavailable database. Returns a 503 as it is, and undefined for any other error. */
  readonly translate: TranslateError;
  /** Returns true, and counts the error, if it belongs to an outage. The caller then does not have to log it. */
  note(error: unknown): boolean;
  /** Notes that the database responds again. */
  responds(): void;
  stop(): void;
}

interface Outage {
  failures: number;
  timer: NodeJS.Timeout;
}

/** Turns failures of the database into 503s. Logs the start and the end of an outage instead of each request. */
export function createOutages(logger: Logger): Outages {
  const outages = new Map<UnavailableReason, Outage>();
  const end = (reason: UnavailableReason) => {
    const outage = outages.get(reason);
    if (!outage) return;
    clearTimeout(outage.timer);
    outages.delete(reason);
    logger.warn({ reason, failures: outage.failures }, 'the database is available again');
  };
  const begin = (reason: UnavailableReason, error: unknown): Outage => {
    logger.error({ err: error, reason }, 'the database is unavailable');
    const outage = { failures: 0, timer: setTimeout(() => end(reason), quietMilliseconds).unref() };
    outages.set(reason, outage);
    return outage;
  };
  const noteReason = (error: unknown): UnavailableReason | undefined => {
    const reason = unavailableReason(error);
    if (!reason) return undefined;
    const outage = outages.get(reason) ?? begin(reason, error);
    outage.failures += 1;
    outage.timer.refresh();
    return reason;
  };
  return {
    note: (error) => noteReason(error) !== undefined,
    translate(error) {
      if (isUnavailable(error)) return error;
      const reason = noteReason(error);
      return reason && serviceUnavailable(undefined, retrySeconds[reason]);
    },
    responds: () => end('away'),
    stop() {
      for (const { timer } of outages.values()) clearTimeout(timer);
    },
  };
}

/** Whether an error is already a 503. */
export function isUnavailable(error: unknown): error is IdentityError {
  return isIdentityError(error) && error.code === 'SERVICE_UNAVAILABLE';
}
