import { eventInWords, isUuid } from '@org/identity-core';
import type { Language } from '@org/identity-ui';
import type { AuditEvent } from './audit-event.js';
import { auditTexts } from './texts.js';

type Names = ReadonlyMap<string, string>;

/** The ids in these events that may have a name. */
export function idsIn(events: readonly AuditEvent[]): string[] {
  const ids = events.flatMap(({ actor, subjectId, data }) => [actor.id, subjectId, ...Object.values(data).flat()]);
  return [...new Set(ids.filter((id): id is string => typeof id === 'string' && isUuid(id)))];
}

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

/** The facts of an event, each in words. Ids without a name and hashes are left out: they are in the CSV file. */
export function factsInWords({ data }: AuditEvent, names: Names, language: Language): string[] {
  const { facts } = auditTexts[language];
  // The database does not keep the order of an object's fields.
  const known = Object.keys(facts).filter((name) => Object.hasOwn(data, name));
  const others = Object.keys(data).filter((name) => !Object.hasOwn(facts, name) && !name.endsWith('Hash'));
  return [...known, ...others].flatMap((name) => {
    const words = valueInWords(data[name], names, language);
    return words === undefined ? [] : [`${known.includes(name) ? facts[name] : name}: ${words}`];
  });
}

const maxLength = 200;

function valueInWords(value: unknown, names: Names, language: Language): string | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (Array.isArray(value)) {
    const words = value.map((each) => valueInWords(each, names, language)).filter((word) => word !== undefined);
    return words.length === 0 ? undefined : words.join(', ').slice(0, maxLength);
  }
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (isUuid(text)) return names.get(text);
  const { values } = auditTexts[language];
  const known = Object.hasOwn(values, text) ? values[text] : undefined;
  return known ?? eventInWords(text, language).slice(0, maxLength);
}
