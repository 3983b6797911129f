import { beginningOf } from '@org/identity-core';
import {
  type Attribute,
  coreAttribute,
  extensionAttribute,
  type KeyedAttribute,
  type ResourceType,
  type Schema,
  schemaOfName,
  subAttribute,
} from './attribute.js';
import { parseFilter } from './filter.js';
import { readSimple, type Simple } from './read-value.js';
import { invalid } from './scim-error.js';

/** What an operation of a PATCH changes. */
export interface Target extends KeyedAttribute {
  /** One part of a complex value. */
  readonly sub?: Attribute;
  /** Only values with these parts. */
  readonly where?: ReadonlyMap<string, Simple>;
}

const maxLength = 500;
const wrongPath = (path: string) => invalid('invalidPath', `The path "${beginningOf(path, 100)}" is not supported.`);

/**
 * Reads the path of an operation; undefined if it is of an attribute, a part or a schema that the server does not know. Throws
 * if it is no path, or if it names what only the server sets.
 */
export function parsePath(type: ResourceType, path: string): Target | undefined {
  if (path.length > maxLength) throw wrongPath(path);
  const schema = path.includes(':') ? schemaOfName(type, beforeFilter(path)) : undefined;
  if (!schema && isForeign(beforeFilter(path))) return undefined;
  const rest = schema ? path.slice(schema.urn.length + 1) : path;
  const [, name = '', filter, sub] = /^([\w$][\w$-]*)(?:\[([^\]]*)\])?(?:\.([\w$][\w$.-]*))?$/u.exec(rest) ?? [];
  if (name === '') throw wrongPath(path);
  const found = find(type, schema, name);
  if (found === 'readOnly') throw invalid('mutability', `${name} cannot be changed.`);
  const part = found && sub !== undefined ? subAttribute(found.attribute, sub) : undefined;
  if (!found || (sub !== undefined && !part)) return undefined;
  if (filter === undefined) return { ...found, ...(part ? { sub: part } : {}) };
  if (!found.attribute.multiValued) throw wrongPath(path);
  return { ...found, ...(part ? { sub: part } : {}), where: readWhere(found.attribute, filter, path) };
}

const beforeFilter = (path: string) => path.split('[', 1)[0] ?? path;

/** Whether a name is of another schema: a URI, perhaps with an attribute. */
const isForeign = (name: string) => /^[a-z][\w+.-]*:[!-~]+$/iu.test(name);

/** The attribute that a path names, as the log has it: without the filter, which may have values, and without a known URN. */
export function nameOfPath(type: ResourceType, path: string): string {
  const urn = schemaOfName(type, beforeFilter(path))?.urn;
  const plain = path.slice(0, maxLength).replaceAll(/\[[^\]]*\]?/gu, '');
  return urn === undefined || plain.length <= urn.length ? plain : plain.slice(urn.length + 1);
}

function find(type: ResourceType, schema: Schema | undefined, name: string) {
  return schema && schema !== type.core ? extensionAttribute(schema, name) : coreAttribute(type, name);
}

function readWhere(attribute: Attribute, filter: string, path: string): ReadonlyMap<string, Simple> {
  const where = new Map<string, Simple>();
  for (const { path: name, value, where: inner } of parseFilter(filter, () => wrongPath(path))) {
    const sub = subAttribute(attribute, name);
    const read = sub && readSimple(sub, value);
    if (!sub || read === undefined || inner.length > 0) throw wrongPath(path);
    where.set(sub.name, read);
  }
  return where;
}
