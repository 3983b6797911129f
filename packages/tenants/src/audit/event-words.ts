import { eventInWords, isUuid } from '@org/identity-core';
import { type Language, momentIn } from '@org/identity-ui';
import type { AuditEvent } from './audit-event.js';
import { isTime, type Telling } from './tell-event.js';
import { auditTexts } from './texts.js';

type Names = ReadonlyMap<string, string>;

/** The ids in these events that may have a name. */
export function idsIn(events: readonly AuditEvent[]): string[] {
  const ids = events.flatMap(({ actor, subjectId, tenantId, data }) => [
    ...(actor.kind === 'system' ? [] : [actor.id]),
    subjectId,
    tenantId,
    ...Object.entries(data).flatMap(([name, value]) => [value].flat().filter((id) => isIdIn(name, id))),
  ]);
  return [...new Set(ids.filter((id): id is string => typeof id === 'string'))];
}

/** The ids of clients can be any text. */
const isIdIn = (name: string, value: unknown) => typeof value === 'string' && (isUuid(value) || name === 'clientId');

/** Who caused the event. People who are not members of the tenant are not named. */
export function actorInWords({ actor }: AuditEvent, names: Names, language: Language): string {
  const { audit } = auditTexts[language];
  if (actor.kind === 'system') return audit.system;
  if (actor.kind === 'machine') return audit.machine(nameOf(actor.id, names) ?? audit.none);
  return nameOf(actor.id, names) ?? audit.none;
}

/** What the event is about. */
export function subjectInWords({ subjectId }: AuditEvent, names: Names, language: Language): string {
  return nameOf(subjectId, names) ?? auditTexts[language].audit.none;
}

/** The name, or else a short form of the id. */
export function nameOf(id: string | null, names: Names): string | undefined {
  return id === null ? undefined : (names.get(id) ?? shortId(id));
}

/** The end of an id: ids of the same time begin alike. */
function shortId(id: string): string {
  return isUuid(id) ? `…${id.slice(-8)}` : id;
}

export interface Fact {
  readonly label: string;
  readonly value: string;
}

/**
 * What an event says besides its sentence, each in words. Ids without a name and hashes are left out: they are in the CSV
 * file.
 */
export function factsBeside(said: ReadonlySet<string>, { data }: AuditEvent, telling: Telling): Fact[] {
  const { facts } = auditTexts[telling.language];
  // The database does not keep the order of an object's fields.
  const known = Object.keys(facts).filter((name) => Object.hasOwn(data, name));
  const others = Object.keys(data).filter((name) => !Object.hasOwn(facts, name) && !name.endsWith('Hash'));
  return [...known, ...others]
    .filter((name) => !said.has(name))
    .flatMap((name) => {
      const value = valueInWords(data[name], telling);
      return value === undefined ? [] : [{ label: facts[name] ?? labelOf(name), value }];
    });
}

/** A field of a plugin without a text here: `orderNumber` becomes "Order number". */
function labelOf(name: string): string {
  const words = name
    .replace(/(.)Id$/u, '$1')
    .replaceAll(/([a-z\d])([A-Z])/gu, '$1 $2')
    .replaceAll(/_+/gu, ' ');
  const lower = words.replaceAll(/\b[A-Z](?![A-Z])/gu, (letter) => letter.toLowerCase());
  return `${lower.slice(0, 1).toUpperCase()}${lower.slice(1, maxLabel)}`;
}

const maxLabel = 50;
const maxLength = 200;

function valueInWords(value: unknown, telling: Telling): string | undefined {
  const { names, language, timeZone } = telling;
  if (value === null || value === undefined || value === '') return undefined;
  if (Array.isArray(value)) {
    const words = value.map((each) => valueInWords(each, telling)).filter((word) => word !== undefined);
    return words.length === 0 ? undefined : words.join(', ').slice(0, maxLength);
  }
  if (isTime(value)) return momentIn(new Date(value), language, timeZone);
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (isUuid(text)) return names.get(text);
  const { values } = auditTexts[language];
  const known = Object.hasOwn(values, text) ? values[text] : undefined;
  return known ?? eventInWords(text, language).slice(0, maxLength);
}
