import { createHash } from 'node:crypto';
import { type DomainEvent, type EventType, eventInWords, isUuid } from '@org/identity-core';
import type { Language } from '@org/identity-ui';
import { areasTexts } from './texts.js';

/** What an action would do, and the names of what it is about. */
export interface NamedOutcome {
  readonly events: readonly DomainEvent[];
  readonly mails: readonly { readonly kind: string; readonly to: string }[];
  readonly names: ReadonlyMap<string, string>;
}

/** One kind of change, and what it is about. */
export interface OutcomeLine {
  readonly text: string;
  readonly about: readonly string[];
  /** How many more there are. */
  readonly more: number;
}

const maxNames = 10;

/** What would happen, in the order of the events: one line for each kind, then the mails. */
export function describeOutcome({ events, mails, names }: NamedOutcome, language: Language): OutcomeLine[] {
  const texts = areasTexts[language].confirm;
  const byType = new Map<EventType, string[]>();
  for (const event of events) byType.set(event.type, [...(byType.get(event.type) ?? []), aboutOf(event, names)]);
  const lines = [...byType].map(([type, about]) => line(counted(eventInWords(type, language), about.length), about));
  const to = mails.map((mail) => mail.to);
  return to.length === 0 ? lines : [...lines, line(texts.mails(to.length), to)];
}

const counted = (event: string, count: number) => (count === 1 ? event : `${event} (${count})`);

function line(text: string, about: readonly string[]): OutcomeLine {
  const known = about.filter((one) => one !== '');
  return { text, about: known.slice(0, maxNames), more: Math.max(0, known.length - maxNames) };
}

/** The names of the subject and of everything else that the event mentions: "Ada Lovelace, CRM, Pro". */
function aboutOf({ subjectId, data }: DomainEvent, names: ReadonlyMap<string, string>): string {
  const ids = [subjectId, ...Object.values(data)].filter((id) => typeof id === 'string');
  return [...new Set(ids.map((id) => names.get(id)).filter((name) => name !== undefined))].join(', ');
}

/**
 * A digest of everything that the outcome says. Left out is what is different in each run: ids without a name, because they
 * are those of new rows and keys, and times, because most of them are counted from now. The form itself is sent again.
 */
export function outcomeDigest({ events, mails, names }: NamedOutcome): string {
  const stable = events.map(({ type, subjectId, data }) => [
    type,
    subjectId !== null && names.has(subjectId) ? subjectId : null,
    Object.entries(data).map(([name, value]) => [name, isOfThisRun(value, names) ? null : value]),
  ]);
  return createHash('sha256')
    .update(JSON.stringify([stable, mails]))
    .digest('base64url');
}

function isOfThisRun(value: unknown, names: ReadonlyMap<string, string>): boolean {
  return typeof value === 'string' && ((isUuid(value) && !names.has(value)) || isTime(value));
}

const isTime = (value: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u.test(value);
