import { knownClientFields } from '@org/identity-core/client-fields';
import type { CommandOption, Values } from '../line/command.js';
import { kebabCase } from '../line/option-name.js';

/** The option for a field: `--redirect-uri` adds one of `redirectUris`. */
const optionFor = (name: string): string =>
  kebabCase(knownClientFields().get(name)?.kind === 'list' ? name.slice(0, -1) : name);

/** The options for the fields of a client, also those of plugins. */
export const clientOptions = (): Readonly<Record<string, CommandOption>> =>
  Object.fromEntries(
    [...knownClientFields()].map(([name, { kind, option }]) => {
      const type = kind === 'flag' ? 'boolean' : 'string';
      return [optionFor(name), { type, multiple: kind === 'list', ...option }];
    }),
  );

/** Returns the given fields, with the names of the seed. An empty value clears a field, or makes a list empty. */
export function givenFields(values: Values): Record<string, unknown> {
  const entries = [...knownClientFields().keys()].flatMap((name) => {
    const value = values[optionFor(name)];
    return value === undefined ? [] : [[name, read(name, value)] as const];
  });
  return Object.fromEntries(entries);
}

function read(name: string, value: NonNullable<Values[string]>): unknown {
  if (knownClientFields().get(name)?.kind === 'rule') return readRule(name, String(value).toLowerCase());
  if (typeof value === 'object') return value.filter((each) => each !== '');
  return value === '' ? undefined : value;
}

/** Parses yes, no or default. Returns undefined for the server's default. */
function readRule(name: string, word: string): boolean | undefined {
  if (['yes', 'y'].includes(word)) return true;
  if (['no', 'n'].includes(word)) return false;
  if (['', 'default'].includes(word)) return undefined;
  throw new Error(`--${optionFor(name)}: must be yes, no or default`);
}
