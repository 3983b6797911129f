import type { Values } from './read-resource.js';

/** The form in which names and emails are compared. */
export const keyOf = (text: string) => text.toLowerCase();

/** The value of an attribute, if it is a text. */
export function textOf(values: Values, key: string): string | undefined {
  const value = values.get(key);
  return typeof value === 'string' ? value : undefined;
}

/** The beginning of a text, without half a character at its end. */
export const beginningOf = (text: string, max: number) => text.slice(0, max).replace(/[\ud800-\udbff]$/u, '');
