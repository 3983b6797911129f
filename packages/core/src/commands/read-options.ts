import type { Invocation, Values } from '../declarations/command.js';
import { pageLimits } from './command-options.js';
import { printable } from './lines.js';

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

/** Reads the requested page. */
export function readPage(values: Values): { page: number; limit: number } {
  return {
    page: wholeNumber(values, 'page', { fallback: 1, min: 1, max: 1_000_000 }),
    limit: wholeNumber(values, 'limit', { min: 1, ...pageLimits }),
  };
}

/** Asks before a deletion, or before something else is `done`. Without a terminal, --yes is required. */
export async function confirm(
  { values, ask }: Pick<Invocation, 'values' | 'ask'>,
  question: string,
  done = 'deleted',
): Promise<void> {
  if (values['yes'] === true) return;
  const answer = await ask(`${printable(question)} [yes/no]`);
  if (answer === undefined) throw new Error(`Nothing was ${done}: give --yes if there is no terminal.`);
  if (answer.toLowerCase() !== 'yes') throw new Error(`Nothing was ${done}.`);
}
