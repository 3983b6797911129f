import {
  type IdentityError,
  isIdentityError,
  type Logger,
  serviceUnavailable,
  type TranslateError,
} from '@org/identity-core';
import { type UnavailableReason, unavailableReason } from '@org/identity-prisma';

/** After so long without a failure an outage is over. */
const quietMilliseconds = 5_000;
/** Full and read-only are for people to repair. */
const retrySeconds: Readonly<Record<UnavailableReason, number>> = { away: 1, busy: 1, full: 10, 'read-only': 5 };

export interface Outages {
  /** The 503 for an error that means that the database is unavailable, or for a 503 that was thrown; undefined for any other error. */
  readonly translate: TranslateError;
  /** Whether an error is one of an outage, which is then noted and needs no line of its own in the log. */
  note(error: unknown): boolean;
  /** Notes that the database responds again. */
  responds(): void;
  stop(): void;
}

interface Outage {
  failures: number;
  timer: NodeJS.Timeout;
}

/** Turns failures of the database into 503s. An outage is logged when it begins and when it is over, not for each request. */
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

/** Whether an error is a 503 already. */
export function isUnavailable(error: unknown): error is IdentityError {
  return isIdentityError(error) && error.code === 'SERVICE_UNAVAILABLE';
}
