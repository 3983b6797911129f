import type { Values } from './read-resource.js';

/** The form in which names and emails are compared. */
export const keyOf = (text: string) => text.toLowerCase();

/** The value of an attribute, if it is a text. */
export function textOf(values: Values, key: string): string | undefined {
  const value = values.get(key);
  return typeof value === 'string' ? value : undefined;
}
