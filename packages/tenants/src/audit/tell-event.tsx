import { eventInWords, isUuid, sentenceOfEvent, type ToldEvent } from '@org/identity-core';
import { type Language, momentIn, Name, type Part, sentence } from '@org/identity-ui';
import type { AuditEvent } from './audit-event.js';
import { auditTexts } from './texts.js';

export interface Telling {
  names: ReadonlyMap<string, string>;
  language: Language;
  timeZone: string;
  /** Whether it is told to operators, who know all accounts. Members of a tenant know only its own people. */
  ofPlatform: boolean;
}

/** The event in a sentence, and the fields of its data that the sentence says. */
export function tellEvent(event: AuditEvent, telling: Telling): { sentence: Part; said: ReadonlySet<string> } {
  const { language } = telling;
  const said = new Set<string>();
  const told = toldEvent(event, telling, said);
  const make = sentenceOfEvent(event.type, language);
  if (make) return { sentence: make(told), said };
  const { actor, subject } = told;
  const words = eventInWords(event.type, language);
  return { sentence: subject ? sentence`${actor}: ${words} (${subject})` : sentence`${actor}: ${words}`, said };
}

function toldEvent(event: AuditEvent, telling: Telling, said: Set<string>): ToldEvent {
  const { actor, subjectId, data } = event;
  const { names, language, timeZone } = telling;
  const named = (id: unknown): Part => {
    const name = typeof id === 'string' ? names.get(id) : undefined;
    return name === undefined ? undefined : <Name text={name} />;
  };
  /** The value of a field, if it is of the wanted kind. Such a field is said. */
  const read = <Value,>(field: string, is: (value: unknown) => value is Value): Value | undefined => {
    const value = Object.hasOwn(data, field) ? data[field] : undefined;
    if (!is(value)) return undefined;
    said.add(field);
    return value;
  };
  return {
    actor: actorPart(event, telling),
    subject: subjectPart(event, telling),
    isOwn: actor.kind === 'user' && actor.id === subjectId,
    name: (field) => named(read(field, (id): id is string => isText(id) && names.has(id))),
    names(field) {
      const known = (read(field, isTexts) ?? []).map(named).filter((name) => name !== undefined);
      return known.length === 0 ? undefined : known.flatMap((name, index) => (index === 0 ? [name] : [', ', name]));
    },
    text(field) {
      const text = read(field, isText);
      return text === undefined ? undefined : <Name text={text} />;
    },
    number: (field) => read(field, (value): value is number => typeof value === 'number'),
    is: (field) => read(field, (value): value is boolean => typeof value === 'boolean') ?? false,
    time(field) {
      const time = read(field, isTime);
      return time === undefined ? undefined : momentIn(new Date(time), language, timeZone);
    },
    word(field, words) {
      const value = read(field, (value): value is string => isText(value) && Object.hasOwn(words, value));
      return value === undefined ? undefined : words[value];
    },
    words(field, words, others) {
      const values = read(field, isTexts) ?? [];
      const known = values.map((value) => (Object.hasOwn(words, value) ? words[value] : undefined) ?? others);
      return known.length === 0 ? undefined : [...new Set(known)].join(', ');
    },
  };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
/** As events have times: in UTC with milliseconds. */
export const isTime = (value: unknown): value is string =>
  isText(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u.test(value) && !Number.isNaN(Date.parse(value));

/** Who caused the event, as the beginning of a sentence. */
function actorPart(event: AuditEvent, telling: Telling): Part {
  const { kind, id } = event.actor;
  const { names, language, ofPlatform } = telling;
  const texts = auditTexts[language].sentences;
  if (kind === 'system') return id === 'cli' ? texts.command : texts.system;
  const name = id === null ? undefined : names.get(id);
  if (kind === 'machine') {
    if (id === null || isUuid(id)) return name === undefined ? texts.someClient : <Name text={name} />;
    // The id of a client is a name that somebody chose for it. Directories and setup links have random ids.
    return texts.client(<Name text={name ?? id} />);
  }
  const unnamed = () => {
    if (ofPlatform) return texts.formerUser;
    return id !== null && id === event.subjectId ? texts.formerMember : texts.formerOrOperator;
  };
  return name === undefined ? unnamed() : <Name text={name} />;
}

function subjectPart({ subjectId }: AuditEvent, { names }: Telling): Part {
  const name = subjectId === null ? undefined : names.get(subjectId);
  return name === undefined ? undefined : <Name text={name} />;
}
