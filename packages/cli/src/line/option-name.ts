import type { Command, Values } from './command.js';

/** Returns the option of an input field: `--redirect-uri` for `redirectUris`. If it has several values, it adds the wrong one. */
export function optionOf(
  { options }: Pick<Command, 'options'>,
  values: Values,
  { field, index }: { field: string; index: number | undefined },
): string {
  const name = Object.keys(options).find((option) => [camelCase(option), `${camelCase(option)}s`].includes(field));
  if (name === undefined) return field;
  const given = values[name];
  const value = Array.isArray(given) && given.length > 1 && index !== undefined ? given[index] : undefined;
  return value === undefined ? `--${name}` : `--${name} ${String(value)}`;
}

/** `redirect-uri` becomes `redirectUri`. */
export function camelCase(option: string): string {
  return option.replaceAll(/-([a-z])/gu, (_match, letter: string) => letter.toUpperCase());
}
