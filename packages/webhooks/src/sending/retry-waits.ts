const minute = 60;
const hour = 60 * minute;

/** The waits after the failed attempts of one delivery, in seconds. Together almost three days. */
export const retryWaits: readonly number[] = [
  5,
  30,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  3 * hour,
  7 * hour,
  13 * hour,
  20 * hour,
  27 * hour,
];
/** After so many failed attempts a delivery is given up. */
export const maxAttempts = retryWaits.length + 1;

/**
 * The wait after an attempt, in seconds; undefined after the last one. It varies by a tenth, so that what failed together is
 * not sent again together.
 */
export function waitAfter(attempts: number): number | undefined {
  const wait = retryWaits[attempts - 1];
  return wait === undefined ? undefined : wait * (0.9 + 0.2 * Math.random());
}

/** With more failures in a row than this, a webhook gets one delivery per claim and waits between claims. */
export const maxQuickFailures = 3;
/** The longest wait between two claims of such a webhook, in seconds. */
export const maxClaimWait = 60;
