import { extensionKey, type ResourceType } from './attribute.js';
import type { Values } from './read-resource.js';
import { readValue, type Value } from './read-value.js';

type Json = Record<string, unknown>;

/** A value as JSON. Its names are those of the schemas, never those of a request. */
function jsonOf(value: Value): unknown {
  if (value instanceof Map) return Object.fromEntries(value);
  return Array.isArray(value) ? value.map((item) => Object.fromEntries(item)) : value;
}

/** The values as they are stored and sent, in the order of the schemas. */
export function toJson({ core, extensions }: ResourceType, values: Values): Json {
  const json: Json = {};
  for (const { name } of [{ name: 'externalId' }, ...core.attributes]) {
    const value = values.get(name);
    if (value !== undefined) json[name] = jsonOf(value);
  }
  for (const { urn, attributes } of extensions) {
    const found = attributes.flatMap(({ name }) => {
      const value = values.get(extensionKey(urn, name));
      return value === undefined ? [] : [[name, jsonOf(value)] as const];
    });
    if (found.length > 0) json[urn] = Object.fromEntries(found);
  }
  return json;
}

/** The values of a stored resource. */
export function fromJson({ core, extensions }: ResourceType, json: Json): Values {
  const values: Values = new Map();
  for (const attribute of core.attributes) {
    const value = Object.hasOwn(json, attribute.name) ? readValue(attribute, json[attribute.name]) : undefined;
    if (value !== undefined) values.set(attribute.name, value);
  }
  if (typeof json['externalId'] === 'string') values.set('externalId', json['externalId']);
  for (const { urn, attributes } of extensions) {
    const inner = json[urn];
    if (typeof inner !== 'object' || inner === null) continue;
    for (const attribute of attributes) {
      const value = readValue(attribute, (inner as Json)[attribute.name]);
      if (value !== undefined) values.set(extensionKey(urn, attribute.name), value);
    }
  }
  return values;
}

/** The names of the attributes whose values differ. */
export function changedNames(type: ResourceType, before: Values, after: Values): string[] {
  const text = (values: Values, key: string) => {
    const value = values.get(key);
    return value === undefined ? '' : JSON.stringify(sorted(jsonOf(value)));
  };
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].filter((key) => text(before, key) !== text(after, key)).map((key) => shortName(type, key));
}

/** The same for people: an attribute of an extension without its URN. */
export function shortName({ extensions }: ResourceType, key: string): string {
  const schema = extensions.find(({ urn }) => key.startsWith(`${urn}:`));
  return schema ? key.slice(schema.urn.length + 1) : key;
}

/** Parts in the order of their names: the order in which they were sent is no difference. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
}
