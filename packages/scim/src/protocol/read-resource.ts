import {
  coreAttribute,
  extensionAttribute,
  type KeyedAttribute,
  type ResourceType,
  schemaOfName,
} from './attribute.js';
import { readValue, type Value } from './read-value.js';
import { invalid } from './scim-error.js';

/** The writable attributes of a resource that have a value, by their keys. */
export type Values = Map<string, Value>;

/**
 * Reads the body of a POST or PUT. What the server sets is ignored, and so are attributes that it does not know. A name may
 * stand twice in different cases; then the request is refused.
 */
export function readResource(type: ResourceType, body: Readonly<Record<string, unknown>>): Values {
  requireSchema(type, body);
  const values: Values = new Map();
  for (const [name, input] of Object.entries(body)) readNamed(type, { name, input, values });
  return values;
}

interface Named {
  name: string;
  input: unknown;
  values: Values;
}

function readNamed(type: ResourceType, { name, input, values }: Named): void {
  if (name.includes(':')) {
    const schema = schemaOfName(type, name);
    if (!schema || name.length !== schema.urn.length || typeof input !== 'object' || input === null) return;
    for (const [inner, value] of Object.entries(input)) {
      const found = schema === type.core ? coreAttribute(type, inner) : extensionAttribute(schema, inner);
      if (found && found !== 'readOnly') setOnce(values, found, value);
    }
    return;
  }
  const found = coreAttribute(type, name);
  if (found && found !== 'readOnly') setOnce(values, found, input);
}

function setOnce(values: Values, { key, attribute }: KeyedAttribute, input: unknown): void {
  const value = readValue(attribute, input);
  if (value === undefined) return;
  if (values.has(key)) throw invalid('invalidSyntax', `${attribute.name} was sent more than once.`);
  values.set(key, value);
}

function requireSchema({ core }: ResourceType, body: Readonly<Record<string, unknown>>): void {
  const [, sent] = Object.entries(body).find(([name]) => name.toLowerCase() === 'schemas') ?? [];
  const urns: readonly unknown[] = Array.isArray(sent) ? sent : [];
  if (urns.some((urn) => typeof urn === 'string' && urn.toLowerCase() === core.urn.toLowerCase())) return;
  throw invalid('invalidSyntax', `"schemas" must contain "${core.urn}".`);
}
