import type { z } from 'zod';
import type { DescribedField } from './client-field.js';
import { clientFields } from './client-fields.js';
import type { DeclaredClientField, PluginFieldValues } from './declared-client-field.js';

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

/** Those of the plugins of this process, as its events and scopes. */
const declared = new Map<string, DeclaredClientField>();
let known: ReadonlyMap<string, KnownClientField> | undefined;

/** Makes the fields of a plugin known to this process. */
export function declareClientFields(fields: Readonly<Record<string, DeclaredClientField>>): void {
  for (const [name, field] of Object.entries(fields)) {
    if (declared.get(name) === field) continue;
    if (Object.hasOwn(clientFields, name) || taken.includes(name) || !/^[a-z][A-Za-z\d]{1,60}$/u.test(name))
      throw new Error(`A plugin cannot declare a field of clients with the name "${name}".`);
    declared.set(name, field);
    known = undefined;
  }
}

/** The fields of plugins. */
export function declaredClientFields(): ReadonlyMap<string, DeclaredClientField> {
  return declared;
}

/** All fields in the order in which they are listed. */
export function knownClientFields(): ReadonlyMap<string, KnownClientField> {
  known ??= inOrder();
  return known;
}

function inOrder(): ReadonlyMap<string, KnownClientField> {
  const names: string[] = [];
  const add = (name: string) => {
    names.push(name);
    for (const [other, { after }] of declared) if (after === name) add(other);
  };
  for (const name of Object.keys(clientFields)) add(name);
  // Those without a wish, and those after a field of a plugin that the server does not have.
  for (const name of declared.keys()) if (!names.includes(name)) add(name);
  const all: Readonly<Record<string, KnownClientField>> = { ...clientFields, ...Object.fromEntries(declared) };
  return new Map(names.flatMap((name) => (all[name] ? [[name, all[name]] as const] : [])));
}

/** Something that is made of all fields. It is made again only after a plugin has declared more of them. */
export function madeOfClientFields<Made>(make: () => Made): () => Made {
  let last: { readonly of: unknown; readonly made: Made } | undefined;
  return () => {
    const of = knownClientFields();
    if (last?.of !== of) last = { of, made: make() };
    return last.made;
  };
}

/** Whether MACHINE clients can be given a field. */
export const isOfMachines = (name: string): boolean => knownClientFields().get(name)?.machine !== undefined;

const empty = { flag: false, list: [], text: null, rule: null } as const;

const defaults = madeOfClientFields(() => {
  const defaultOf = (kind: DeclaredClientField['kind'], schema: z.ZodType | undefined) =>
    schema?.safeParse(undefined).data ?? empty[kind];
  return [...declared].map(([name, { kind, browser, machine }]) => ({
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
