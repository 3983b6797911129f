import type { Command } from './command.js';

/** The option that a field of a command's input comes from: `redirectUris` is given by `--redirect-uri`. */
export function optionOf({ options }: Pick<Command, 'options'>, field: string): string {
  const name = Object.keys(options).find((option) => [camelCase(option), `${camelCase(option)}s`].includes(field));
  return name === undefined ? field : `--${name}`;
}

/** `redirect-uri` becomes `redirectUri`. */
export function camelCase(option: string): string {
  return option.replaceAll(/-([a-z])/gu, (_match, letter: string) => letter.toUpperCase());
}
