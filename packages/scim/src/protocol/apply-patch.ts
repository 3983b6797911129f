import { type Findings, ignore } from './findings.js';
import type { Operation } from './read-patch.js';
import type { Values } from './read-resource.js';
import {
  type Complex,
  isUnexpectedList,
  onePrimary,
  readComplex,
  readSimple,
  readValue,
  type Simple,
} from './read-value.js';
import { invalid } from './scim-error.js';

/** Applies an operation to the values of a resource. The members of groups are no part of them. */
export function applyOperation(values: Values, operation: Operation, findings: Findings): void {
  const { key, attribute } = operation.target;
  if (attribute.multiValued) applyToList(values, operation, findings);
  else if (operation.target.sub) applyToPart(values, operation);
  else if (operation.op !== 'remove' && isUnexpectedList(attribute, operation.value)) ignore(findings, attribute.name);
  else {
    const value = operation.op === 'remove' ? undefined : readValue(attribute, operation.value, findings);
    const before = values.get(key);
    if (value === undefined) values.delete(key);
    // A complex value is completed, not replaced: RFC 7644, sections 3.5.2.1 and 3.5.2.3.
    else if (value instanceof Map && before instanceof Map) values.set(key, new Map([...before, ...value]));
    else values.set(key, value);
  }
}

function applyToPart(values: Values, { op, target: { key, attribute, sub }, value }: Operation): void {
  if (!sub) return;
  const before = values.get(key);
  const parts: Complex = before instanceof Map ? new Map(before) : new Map();
  const read = op === 'remove' ? undefined : readSimple(sub, value);
  if (read === undefined) parts.delete(sub.name);
  else parts.set(sub.name, read);
  if (attribute.type !== 'complex') throw invalid('invalidPath', `${attribute.name} has no parts.`);
  if (parts.size === 0) values.delete(key);
  else values.set(key, parts);
}

function applyToList(values: Values, operation: Operation, findings: Findings): void {
  const { key } = operation.target;
  const before = values.get(key);
  const list: Complex[] = Array.isArray(before) ? before.map((item) => new Map(item)) : [];
  const after = changedList(list, operation, findings);
  if (after.length === 0) values.delete(key);
  else values.set(key, after);
}

function changedList(list: Complex[], { op, target, value }: Operation, findings: Findings): Complex[] {
  const { attribute, sub, where } = target;
  const matches = (item: Complex) => !where || [...where].every(([name, wanted]) => isSame(item.get(name), wanted));
  if (op === 'remove') {
    if (!sub) return list.filter((item) => !matches(item));
    for (const item of list.filter(matches)) item.delete(sub.name);
    return list.filter((item) => item.size > 0);
  }
  if (sub) {
    const read = readSimple(sub, value);
    const found = list.filter(matches);
    // Entra ID sets a part of a value that does not exist yet: it is added with the parts of the filter.
    if (found.length === 0 && read !== undefined) return added(list, [new Map([...(where ?? []), [sub.name, read]])]);
    for (const item of found) {
      if (read === undefined) item.delete(sub.name);
      else item.set(sub.name, read);
    }
    return onlyOnePrimary(list, found.at(-1)).filter((item) => item.size > 0);
  }
  if (where) {
    const read = readComplex(attribute, value, findings);
    const found = list.filter(matches);
    if (!read) return list.filter((item) => !matches(item));
    if (found.length === 0) return added(list, [new Map([...where, ...read])]);
    for (const item of found) for (const [name, part] of read) item.set(name, part);
    return onlyOnePrimary(list, found.at(-1));
  }
  const read = readValue(attribute, value, findings);
  const items = Array.isArray(read) ? read : [];
  return op === 'add' ? added(list, items) : items;
}

/** Adds values that are not there yet. A new primary value ends the one before. */
function added(list: Complex[], items: readonly Complex[]): Complex[] {
  const fresh = items.filter((item) => !list.some((one) => isSameComplex(one, item)));
  return onePrimary([...list, ...fresh]);
}

function onlyOnePrimary(list: Complex[], last: Complex | undefined): Complex[] {
  if (last?.get('primary') === true)
    for (const item of list) if (item !== last && item.get('primary') === true) item.set('primary', false);
  return list;
}

/** Texts are compared without their case: no part of these attributes is case-exact. */
function isSame(one: Simple | undefined, other: Simple): boolean {
  return typeof one === 'string' && typeof other === 'string'
    ? one.toLowerCase() === other.toLowerCase()
    : one === other;
}

function isSameComplex(one: Complex, other: Complex): boolean {
  return one.size === other.size && [...one].every(([name, value]) => other.get(name) === value);
}
