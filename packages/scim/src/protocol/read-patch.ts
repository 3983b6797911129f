import { extensionAttribute, extensionKey, type ResourceType, type Schema, schemaOfName } from './attribute.js';
import { parsePath, type Target } from './patch-path.js';
import { invalid } from './scim-error.js';

/** One change of one attribute. */
export interface Operation {
  readonly op: 'add' | 'replace' | 'remove';
  readonly target: Target;
  /** As it was sent. A `remove` may have one as well: Entra ID names the members to remove in it. */
  readonly value: unknown;
}

const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const maxOperations = 1_000;
const syntax = (detail: string) => invalid('invalidSyntax', detail);

/** Reads the body of a PATCH. An operation without a path becomes one for each attribute of its value. */
export function readPatch(type: ResourceType, body: Readonly<Record<string, unknown>>): Operation[] {
  const schemas = field(body, 'schemas');
  if (!Array.isArray(schemas) || !schemas.includes(patchSchema))
    throw syntax(`"schemas" must contain "${patchSchema}".`);
  const operations = field(body, 'operations');
  if (!Array.isArray(operations) || operations.length === 0) throw syntax('"Operations" must be a list with an entry.');
  if (operations.length > maxOperations) throw invalid('tooMany', `Send ${maxOperations} operations at most.`);
  return operations.flatMap((operation) => readOperation(type, operation));
}

function readOperation(type: ResourceType, operation: unknown): Operation[] {
  if (!isObject(operation)) throw syntax('Every operation must be an object.');
  const sent = field(operation, 'op');
  const op = typeof sent === 'string' && sent.length < 10 ? sent.toLowerCase() : undefined;
  if (op !== 'add' && op !== 'replace' && op !== 'remove') throw syntax('"op" must be add, replace or remove.');
  const path = field(operation, 'path');
  const value = field(operation, 'value');
  if (op !== 'remove' && value === undefined) throw invalid('invalidValue', `"${op}" needs a value.`);
  if (path !== undefined && path !== null && path !== '') {
    if (typeof path !== 'string') throw invalid('invalidPath', '"path" must be a text.');
    const extension = wholeExtension(type, path);
    if (!extension) return [{ op, target: parsePath(type, path), value }];
    return op === 'remove' ? removalOf(extension) : inObject(type, op, { [path]: value });
  }
  if (op === 'remove') throw invalid('noTarget', '"remove" needs a path.');
  if (!isObject(value)) throw invalid('invalidValue', 'Without a path, the value must be an object.');
  return inObject(type, op, value);
}

/** The names of the object are paths, as Entra ID and Okta send them: `name.givenName`, a URN with a name, or a URN alone. */
function inObject(type: ResourceType, op: Operation['op'], value: Readonly<Record<string, unknown>>): Operation[] {
  return Object.entries(value).flatMap(([name, inner]): Operation[] => {
    const lower = name.toLowerCase();
    // Okta repeats the whole resource. What the server has set is not changed by it.
    if (lower === 'schemas' || lower === 'id' || lower === 'meta') return [];
    const schema = wholeExtension(type, name);
    if (!schema) return [{ op, target: parsePath(type, name), value: inner }];
    if (!isObject(inner)) throw invalid('invalidValue', `"${name}" must be an object.`);
    return Object.entries(inner).flatMap(([part, one]) => {
      // Some clients name the schema of the extension in it, too.
      if (part.toLowerCase() === 'schemas') return [];
      const found = extensionAttribute(schema, part);
      return found
        ? [{ op, target: found, value: one }]
        : [{ op, target: parsePath(type, `${name}:${part}`), value: one }];
    });
  });
}

/** An extension is removed with all of its attributes. */
const removalOf = (extension: Schema): Operation[] =>
  extension.attributes.map((attribute) => ({
    op: 'remove',
    target: { key: extensionKey(extension.urn, attribute.name), attribute },
    value: undefined,
  }));

function wholeExtension(type: ResourceType, path: string) {
  const schema = path.includes(':') ? schemaOfName(type, path) : undefined;
  return schema && schema !== type.core && schema.urn.length === path.length ? schema : undefined;
}

/** A field by its name in any case. */
function field(object: Readonly<Record<string, unknown>>, name: string): unknown {
  const found = Object.entries(object).filter(([key]) => key.toLowerCase() === name);
  if (found.length > 1) throw syntax(`"${name}" was sent more than once.`);
  return found[0]?.[1];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
