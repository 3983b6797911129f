import type { Values } from '../declarations/command.js';

/** Reads a text option. Returns undefined if it is missing or empty. */
export function textOf(values: Values, name: string): string | undefined {
  const given = values[name];
  return typeof given === 'string' && given.trim() !== '' ? given.trim() : undefined;
}

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

/** Reads an option with a fixed set of values, in upper or lower case. */
export function oneOf<const Word extends string>(
  values: Values,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const given = values[name];
  if (given === undefined) return undefined;
  const word = words.find((candidate) => candidate.toLowerCase() === String(given).toLowerCase());
  if (word === undefined) throw new Error(`--${name}: must be one of ${words.join(', ')}`);
  return word;
}
