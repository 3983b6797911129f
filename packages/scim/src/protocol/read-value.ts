import { beginningOf, isStorableText, isUuid } from '@org/identity-core';
import { type Attribute, subAttribute } from './attribute.js';
import { type Findings, ignore } from './findings.js';
import { invalid } from './scim-error.js';

/** The value of one part, or of a plain attribute. */
export type Simple = string | boolean;
/** A complex value: only known parts, by their names. */
export type Complex = Map<string, Simple>;
export type Value = Simple | Complex | Complex[];

/** The most values of one attribute. The members of groups have their own limit. */
const maxValues = 50;
export const maxMembers = 20_000;

const wrong = (attribute: Attribute, what: string) => invalid('invalidValue', `${attribute.name} ${what}.`);

/**
 * Whether a value is one of several where the schema has one. Entra ID sends such a list for `manager`. Which of them is meant
 * is not said, so nothing is read from it.
 */
export function isUnexpectedList({ type, multiValued }: Attribute, input: unknown): boolean {
  return type === 'complex' && !multiValued && Array.isArray(input);
}

/** Reads a value; undefined if it is unassigned: null, an empty text or an empty list. */
export function readValue(attribute: Attribute, input: unknown, findings?: Findings): Value | undefined {
  if (input === null || input === undefined) return undefined;
  if (attribute.multiValued) return readList(attribute, input, findings);
  return attribute.type === 'complex' ? readComplex(attribute, input, findings) : readSimple(attribute, input);
}

/** Reads a text or a boolean. Some directories send booleans as the texts "True" and "False". */
export function readSimple(attribute: Attribute, input: unknown): Simple | undefined {
  if (input === null || input === undefined) return undefined;
  if (attribute.type === 'boolean') {
    if (typeof input === 'boolean') return input;
    const word = typeof input === 'string' && input.length <= 5 ? input.toLowerCase() : '';
    if (word === 'true' || word === 'false') return word === 'true';
    throw wrong(attribute, 'must be true or false');
  }
  if (typeof input !== 'string') throw wrong(attribute, 'must be a text');
  const max = attribute.max ?? 256;
  if (input.length > max) throw wrong(attribute, `must have ${max} characters at most`);
  if (!isStorableText(input)) throw wrong(attribute, 'contains characters that cannot be stored');
  return input.trim() === '' ? undefined : input;
}

/** Reads a complex value. Unknown parts are ignored, as RFC 7644, section 3.3, says. */
export function readComplex(attribute: Attribute, input: unknown, findings?: Findings): Complex | undefined {
  // Entra ID sends the id of a manager without an object around it.
  const object = typeof input === 'string' && subAttribute(attribute, 'value') ? { value: input } : input;
  if (typeof object !== 'object' || object === null || Array.isArray(object))
    throw wrong(attribute, 'must be an object');
  const read: Complex = new Map();
  for (const [name, part] of Object.entries(object)) {
    const sub = subAttribute(attribute, name);
    const value = sub && readSimple(sub, part);
    if (sub && value !== undefined) read.set(sub.name, value);
    if (!sub && findings) ignore(findings, `${attribute.name}.${name}`);
  }
  return read.size === 0 ? undefined : read;
}

function readList(attribute: Attribute, input: unknown, findings?: Findings): Complex[] | undefined {
  // Some directories send one value without a list around it.
  const items: readonly unknown[] = Array.isArray(input) ? input : [input];
  if (items.length > (attribute.name === 'members' ? maxMembers : maxValues))
    throw wrong(attribute, 'has too many values');
  const list = items.flatMap((item) => {
    const read = readComplex(attribute, item, findings);
    if (attribute.name === 'members' && !read?.has('value')) throw wrong(attribute, 'need a value each');
    return read ?? [];
  });
  return list.length === 0 ? undefined : onePrimary(list);
}

/** At most one value is the primary one: the last that says so. */
export function onePrimary(list: Complex[]): Complex[] {
  const last = list.findLastIndex((item) => item.get('primary') === true);
  for (const [index, item] of list.entries())
    if (index !== last && item.get('primary') === true) item.set('primary', false);
  return list;
}

/** The ids of members that a request names, each once. */
export function memberIds(value: Value | undefined): string[] {
  const items = Array.isArray(value) ? value : [];
  const ids = items.map((item) => item.get('value'));
  const wrongId = ids.find((id) => typeof id !== 'string' || !isUuid(id));
  if (ids.length > 0 && wrongId !== undefined) throw unknownMember(String(wrongId));
  return [...new Set(ids.map((id) => String(id).toLowerCase()))];
}

export const unknownMember = (id: string) =>
  invalid('invalidValue', `The member "${beginningOf(id, 100)}" is no user of this directory.`);
