import type { Values } from './command.js';

/** An option that is a text; undefined if it was not given, or is empty. */
export function textOf(values: Values, name: string): string | undefined {
  const given = values[name];
  return typeof given === 'string' && given.trim() !== '' ? given.trim() : undefined;
}
