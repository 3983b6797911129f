import type { Values } from '../declarations/command.js';

/** Reads a text option. Returns undefined if it is missing or empty. */
export function textOf(values: Values, name: string): string | undefined {
  const given = values[name];
  return typeof given === 'string' && given.trim() !== '' ? given.trim() : undefined;
}
