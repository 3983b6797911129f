import { createHash } from 'node:crypto';
import { type DomainEvent, type EventType, eventTexts, type Language } from '@org/identity-core';
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
  const lines = [...byType].map(([type, about]) => line(counted(eventTexts[language][type], about.length), about));
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
 * A digest of everything that the outcome says. Ids without a name are left out: those of new rows are different in each run.
 */
export function outcomeDigest({ events, mails, names }: NamedOutcome): string {
  const known = (value: unknown) => (typeof value === 'string' && isId(value) && !names.has(value) ? null : value);
  const stable = events.map(({ type, subjectId, data }) => [
    type,
    known(subjectId),
    Object.entries(data).map(([name, value]) => [name, known(value)]),
  ]);
  return createHash('sha256')
    .update(JSON.stringify([stable, mails]))
    .digest('base64url');
}

const isId = (value: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u.test(value);
