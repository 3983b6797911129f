import type { ResourceType } from './attribute.js';
import type { Projection } from './list-query.js';

type Json = Record<string, unknown>;

/** Of every response, whatever was asked for. */
const always = new Set(['id', 'schemas']);

/** Whether a response has the attribute, so that what nobody asked for is not even read. */
export function wants({ attributes, excluded }: Projection, name: string): boolean {
  const isNamed = (one: string) => withoutUrn(one) === name || withoutUrn(one).startsWith(`${name}.`);
  return attributes ? attributes.some(isNamed) : !excluded.some((one) => withoutUrn(one) === name);
}

/** The resource with what was asked for. */
export function project(type: ResourceType, resource: Json, projection: Projection): Json {
  const { attributes, excluded } = projection;
  if (!attributes && excluded.length === 0) return resource;
  const entries = Object.entries(resource).flatMap(([name, value]): [string, unknown][] => {
    if (always.has(name)) return [[name, value]];
    const lower = name.toLowerCase();
    const isExtension = type.extensions.some(({ urn }) => urn === name);
    const inner = (names: readonly string[]) => innerNames(lower, names, isExtension ? ':' : '.');
    if (attributes) {
      if (attributes.some((one) => same(one, lower))) return [[name, value]];
      const kept = keep(value, inner(attributes), true);
      return kept === undefined ? [] : [[name, kept]];
    }
    if (excluded.some((one) => same(one, lower))) return [];
    return [[name, keep(value, inner(excluded), false)]];
  });
  return Object.fromEntries(entries);
}

const corePrefix = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/u;
const withoutUrn = (name: string) => name.replace(corePrefix, '');
const same = (one: string, name: string) => withoutUrn(one) === name;

/** The parts of an attribute that are named: `givenname` of `name.givenname`. */
function innerNames(name: string, names: readonly string[], separator: string): string[] {
  return names.flatMap((one) => {
    const plain = withoutUrn(one);
    return plain.startsWith(`${name}${separator}`) ? plain.slice(name.length + 1) : [];
  });
}

function keep(value: unknown, names: readonly string[], wanted: boolean): unknown {
  if (names.length === 0) return wanted ? undefined : value;
  if (Array.isArray(value)) return value.map((item) => keep(item, names, wanted));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).filter(
      ([name]) => names.some((one) => one.split('.', 1)[0] === name.toLowerCase()) === wanted,
    ),
  );
}
