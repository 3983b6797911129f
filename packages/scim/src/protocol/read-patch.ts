import { extensionKey, type ResourceType, type Schema, schemaOfName } from './attribute.js';
import { attempt, type Findings, ignore } from './findings.js';
import { nameOfPath, parsePath, type Target } from './patch-path.js';
import { invalid } from './scim-error.js';

/** One change of one attribute. */
export interface Operation {
  readonly op: 'add' | 'replace' | 'remove';
  readonly target: Target;
  /** As it was sent. A `remove` may have one as well: Entra ID names the members to remove in it. */
  readonly value: unknown;
}

type Json = Readonly<Record<string, unknown>>;

const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const maxOperations = 1_000;
const syntax = (detail: string) => invalid('invalidSyntax', detail);

/**
 * Reads the body of a PATCH. An operation without a path becomes one for each attribute of its value. Throws if it is no PATCH
 * at all; what is wrong with a single operation is a problem of the findings.
 */
export function readPatch(type: ResourceType, body: Json, findings: Findings): Operation[] {
  const schemas = field(body, 'schemas');
  if (!Array.isArray(schemas) || !schemas.includes(patchSchema))
    throw syntax(`"schemas" must contain "${patchSchema}".`);
  const operations = field(body, 'operations');
  if (!Array.isArray(operations) || operations.length === 0) throw syntax('"Operations" must be a list with an entry.');
  if (operations.length > maxOperations) throw invalid('tooMany', `Send ${maxOperations} operations at most.`);
  return operations.flatMap(
    (operation: unknown) =>
      attempt(findings, pathIn(type, operation), () => readOperation(type, operation, findings)) ?? [],
  );
}

/** What an operation is about, if it cannot be read. */
function pathIn(type: ResourceType, operation: unknown): string {
  const [, path] = isObject(operation)
    ? (Object.entries(operation).find(([name]) => name.toLowerCase() === 'path') ?? [])
    : [];
  return typeof path === 'string' ? nameOfPath(type, path) : 'Operations';
}

function readOperation(type: ResourceType, operation: unknown, findings: Findings): Operation[] {
  if (!isObject(operation)) throw syntax('Every operation must be an object.');
  const sent = field(operation, 'op');
  const op = typeof sent === 'string' && sent.length < 10 ? sent.toLowerCase() : undefined;
  if (op !== 'add' && op !== 'replace' && op !== 'remove') throw syntax('"op" must be add, replace or remove.');
  const path = field(operation, 'path');
  const value = field(operation, 'value');
  if (op !== 'remove' && value === undefined) throw invalid('invalidValue', `"${op}" needs a value.`);
  if (path !== undefined && path !== null && path !== '') {
    if (typeof path !== 'string') throw invalid('invalidPath', '"path" must be a text.');
    const schema = wholeSchema(type, path);
    if (!schema) return atPath(type, { op, path, value }, findings);
    if (op !== 'remove') return inObject(type, { op, value: { [path]: value } }, findings);
    if (schema === type.core) throw invalid('mutability', 'The core schema cannot be removed.');
    return removalOf(schema);
  }
  if (op === 'remove') throw invalid('noTarget', '"remove" needs a path.');
  if (!isObject(value)) throw invalid('invalidValue', 'Without a path, the value must be an object.');
  return inObject(type, { op, value }, findings);
}

interface Sent {
  readonly op: Operation['op'];
  readonly path: string;
  readonly value: unknown;
}

function atPath(type: ResourceType, { op, path, value }: Sent, findings: Findings): Operation[] {
  const target = parsePath(type, path);
  if (target) return [{ op, target, value }];
  ignore(findings, nameOfPath(type, path));
  return [];
}

/** The names of the object are paths, as Entra ID and Okta send them: `name.givenName`, a URN with a name, or a URN alone. */
function inObject(
  type: ResourceType,
  { op, value }: Omit<Sent, 'path' | 'value'> & { value: Json },
  findings: Findings,
) {
  return Object.entries(value).flatMap(([name, inner]): Operation[] => {
    const schema = wholeSchema(type, name);
    const read = () =>
      schema
        ? inSchema(type, { op, path: schema.urn, value: inner }, findings)
        : repeated(type, { op, path: name, value: inner }, findings);
    return attempt(findings, nameOfPath(type, name), read) ?? [];
  });
}

/** Okta repeats the whole resource. What the server sets, such as `groups`, is not changed by it. */
function repeated(type: ResourceType, sent: Sent, findings: Findings): Operation[] {
  const name = sent.path.toLowerCase();
  if (name === 'schemas' || name === 'id' || name === 'meta') return [];
  const ofServer = type.core.attributes.find((one) => one.name.toLowerCase() === name && one.mutability === 'readOnly');
  if (!ofServer) return atPath(type, sent, findings);
  ignore(findings, ofServer.name);
  return [];
}

/** The names in the value of a schema are those of its attributes. */
function inSchema(type: ResourceType, { op, path: urn, value }: Sent, findings: Findings): Operation[] {
  if (!isObject(value)) throw invalid('invalidValue', `"${urn}" must be an object.`);
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = `${urn}:${name}`;
    // Some clients name the schema of the extension in it, too.
    if (name.toLowerCase() === 'schemas') return [];
    const read = () =>
      urn === type.core.urn
        ? repeated(type, { op, path: name, value: inner }, findings)
        : atPath(type, { op, path, value: inner }, findings);
    return attempt(findings, nameOfPath(type, path), read) ?? [];
  });
}

/** An extension is removed with all of its attributes. */
const removalOf = (extension: Schema): Operation[] =>
  extension.attributes.map((attribute) => ({
    op: 'remove',
    target: { key: extensionKey(extension.urn, attribute.name), attribute },
    value: undefined,
  }));

function wholeSchema(type: ResourceType, path: string): Schema | undefined {
  const schema = path.includes(':') ? schemaOfName(type, path) : undefined;
  return schema?.urn.length === path.length ? schema : undefined;
}

/** A field by its name in any case. */
function field(object: Json, name: string): unknown {
  const found = Object.entries(object).filter(([key]) => key.toLowerCase() === name);
  if (found.length > 1) throw syntax(`"${name}" was sent more than once.`);
  return found[0]?.[1];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
