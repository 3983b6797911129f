import type { z } from 'zod';
import type { DescribedField } from './client-field.js';
import { clientFields } from './client-fields.js';
import type { DeclaredClientField, PluginFieldValues } from './declared-client-field.js';
import { declaredClientFields } from './declared-client-fields.js';

export { type ClientFieldName, clientFieldNames, clientFields } from './client-fields.js';

/** A field of clients: one of the server, or one that a plugin has declared. */
export interface KnownClientField extends DescribedField {
  readonly machine?: z.ZodType;
}

/** What a client has besides its fields, and what its pages send with them. */
const taken = [
  ...[
    'id',
    'type',
    'secret',
    'secrets',
    'source',
    'native',
    'blockedAt',
    'lastUsedAt',
    'metadataReadAt',
    'metadataUntil',
  ],
  ...['confirmed', 'unconfirmed', 'createdAt', 'updatedAt', 'changed', 'action', 'grace', 'seen', 'json', 'help'],
];

/** Whether clients have something of this name already, so that no plugin can declare it. */
export const isTakenField = (name: string): boolean =>
  Object.hasOwn(clientFields, name) || taken.includes(name) || !/^[a-z][A-Za-z\d]{1,60}$/u.test(name);

let last: { readonly of: unknown; readonly known: ReadonlyMap<string, KnownClientField> } | undefined;

/** All fields in the order in which they are listed. */
export function knownClientFields(): ReadonlyMap<string, KnownClientField> {
  const declared = declaredClientFields();
  if (last?.of !== declared) last = { of: declared, known: inOrder(declared) };
  return last.known;
}

function inOrder(declared: ReadonlyMap<string, DeclaredClientField>): ReadonlyMap<string, KnownClientField> {
  const names: string[] = [];
  const add = (name: string) => {
    names.push(name);
    for (const [other, { after }] of declared) if (after === name) add(other);
  };
  for (const name of Object.keys(clientFields)) add(name);
  // Those without a wish, and those after a field of a plugin that the server does not have.
  for (const name of declared.keys()) if (!names.includes(name)) add(name);
  const all: Readonly<Record<string, KnownClientField>> = { ...Object.fromEntries(declared), ...clientFields };
  return new Map(names.flatMap((name) => (all[name] ? [[name, all[name]] as const] : [])));
}

/** Something that is made of all fields. It is made again only after a plugin has declared more of them. */
export function madeOfClientFields<Made>(make: () => Made): () => Made {
  let before: { readonly of: unknown; readonly made: Made } | undefined;
  return () => {
    const of = declaredClientFields();
    if (before?.of !== of) before = { of, made: make() };
    return before.made;
  };
}

/** Whether MACHINE clients can be given a field. */
export const isOfMachines = (name: string): boolean => knownClientFields().get(name)?.machine !== undefined;

const empty = { flag: false, list: [], text: null, rule: null } as const;

const defaults = madeOfClientFields(() => {
  const defaultOf = (kind: DeclaredClientField['kind'], schema: z.ZodType | undefined) =>
    schema?.safeParse(undefined).data ?? empty[kind];
  return [...declaredClientFields()].map(([name, { kind, browser, machine }]) => ({
    name,
    browser: defaultOf(kind, browser),
    machine: defaultOf(kind, machine),
  }));
});

/** The values of a client in the fields of plugins: the stored ones, or else the defaults. */
export function pluginFieldValues(type: string, stored: (name: string) => unknown): PluginFieldValues {
  const values: Record<string, unknown> = {};
  for (const { name, browser, machine } of defaults())
    values[name] = stored(name) ?? (type === 'MACHINE' ? machine : browser);
  // Each was parsed by the schema of its field before it was stored.
  return values as PluginFieldValues;
}
