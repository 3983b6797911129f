import {
  coreAttribute,
  extensionAttribute,
  type KeyedAttribute,
  type ResourceType,
  type Schema,
  schemaOfName,
} from './attribute.js';
import { attempt, type Findings, ignore } from './findings.js';
import { isUnexpectedList, readValue, type Value } from './read-value.js';
import { invalid } from './scim-error.js';

/** The writable attributes of a resource that have a value, by their keys. */
export type Values = Map<string, Value>;

/**
 * Reads the body of a POST or PUT. What the server sets is ignored, and so are attributes that it does not know. What is wrong
 * with a known one is a problem of the findings, also if a name stands twice in different cases.
 */
export function readResource(type: ResourceType, body: Readonly<Record<string, unknown>>, findings: Findings): Values {
  requireSchema(type, body);
  const values: Values = new Map();
  const set = (named: Named) => setNamed(type, { ...named, values, findings });
  for (const [name, input] of Object.entries(body)) {
    const schema = name.includes(':') ? schemaOfName(type, name) : undefined;
    const isWhole = schema?.urn.length === name.length && typeof input === 'object' && input !== null;
    if (isWhole) for (const [inner, value] of Object.entries(input)) set({ schema, name: inner, input: value });
    else if (name.includes(':')) ignore(findings, name);
    else set({ schema: type.core, name, input });
  }
  return values;
}

interface Named {
  readonly schema: Schema;
  readonly name: string;
  readonly input: unknown;
}

/** The server sets them, and directories repeat them in each request. That is not worth a note. */
const common = new Set(['id', 'schemas', 'meta']);

function setNamed(
  type: ResourceType,
  { schema, name, input, values, findings }: Named & { readonly values: Values; readonly findings: Findings },
): void {
  const found = schema === type.core ? coreAttribute(type, name) : extensionAttribute(schema, name);
  const isTaken = found && found !== 'readOnly' && !isUnexpectedList(found.attribute, input);
  if (isTaken) attempt(findings, found.key, () => setOnce(values, found, { input, findings }));
  else if (!common.has(name.toLowerCase())) ignore(findings, name);
}

function setOnce(
  values: Values,
  { key, attribute }: KeyedAttribute,
  { input, findings }: { readonly input: unknown; readonly findings: Findings },
): void {
  const value = readValue(attribute, input, findings);
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
