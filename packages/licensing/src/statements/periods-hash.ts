import { createHash } from 'node:crypto';

/** A period as the API shows it. */
export interface StatedPeriod {
  readonly userId: string;
  readonly licenseTypeId: string;
  readonly from: string;
  readonly to: string | null;
  readonly cause: string | null;
}

/**
 * The `periodsHash` of a statement, from the periods of its application in the history. The range ends before `end`. The
 * server computes the same in the database: see `readStatement`.
 */
export function periodsHash(periods: readonly StatedPeriod[], { start, end }: { start: Date; end: Date }): string {
  const [first, last] = [start.toISOString(), end.toISOString()];
  const lines = periods
    .filter(({ from, to }) => from < last && (to === null || to > first))
    .map(({ userId, licenseTypeId, from, to, cause }) => {
      const ended = to !== null && to < last;
      const [, began] = [from, first].sort();
      return [userId, licenseTypeId, began, ended ? to : last, ended ? cause : ''].join(',');
    });
  // All characters are ASCII, so this is the order of the bytes.
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex');
}
