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

/** Reads the path of an operation. Only attributes of the schemas can be changed. */
export function parsePath(type: ResourceType, path: string): Target {
  if (path.length > maxLength) throw wrongPath(path);
  const schema = path.includes(':') ? schemaOfName(type, beforeFilter(path)) : undefined;
  if (beforeFilter(path).includes(':') && (!schema || path.length === schema.urn.length)) throw wrongPath(path);
  const rest = schema ? path.slice(schema.urn.length + 1) : path;
  const [, name = '', filter, sub] = /^([a-z$][\w$-]*)(?:\[([^\]]*)\])?(?:\.([a-z$][\w$-]*))?$/iu.exec(rest) ?? [];
  const found = name === '' ? undefined : find(type, schema, name);
  if (!found) throw wrongPath(path);
  if (found === 'readOnly') throw invalid('mutability', `${name} cannot be changed.`);
  const part = sub === undefined ? undefined : subAttribute(found.attribute, sub);
  if (sub !== undefined && !part) throw wrongPath(path);
  if (filter === undefined) return { ...found, ...(part ? { sub: part } : {}) };
  if (!found.attribute.multiValued) throw wrongPath(path);
  return { ...found, ...(part ? { sub: part } : {}), where: readWhere(found.attribute, filter, path) };
}

const beforeFilter = (path: string) => path.split('[', 1)[0] ?? path;

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
