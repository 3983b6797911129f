import type { Values } from '../declarations/command.js';

/** Reads an option that is a whole number within bounds. */
export function wholeNumber(
  values: Values,
  name: string,
  bounds: { fallback: number; min: number; max?: number },
): number {
  const { fallback, min, max = 315_360_000 } = bounds;
  const given = values[name];
  if (given === undefined) return fallback;
  const number = typeof given === 'string' && /^\d{1,9}$/u.test(given) ? Number(given) : Number.NaN;
  if (!(number >= min && number <= max)) throw new Error(`--${name} must be a whole number from ${min} to ${max}.`);
  return number;
}
