import type { Values } from './command.js';

/** An option that is a whole number within bounds. */
export function wholeNumber(
  values: Values,
  name: string,
  bounds: { normal: number; least: number; most?: number },
): number {
  const { normal, least, most = 315_360_000 } = bounds;
  const given = values[name];
  if (given === undefined) return normal;
  const number = typeof given === 'string' && /^\d{1,9}$/u.test(given) ? Number(given) : Number.NaN;
  if (!(number >= least && number <= most))
    throw new Error(`--${name} must be a whole number from ${least} to ${most}.`);
  return number;
}
