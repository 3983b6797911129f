import type { Values } from '../declarations/command.js';

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
