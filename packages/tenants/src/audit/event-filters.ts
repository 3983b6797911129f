import { type EventType, eventInWords, eventTypes } from '@org/identity-core';
import type { Language } from '@org/identity-ui';
import { z } from 'zod';
import type { EventFilter } from './search-events.js';
import { auditTexts } from './texts.js';

const Day = z.iso.date();
const dayMilliseconds = 24 * 60 * 60 * 1000;

/** The filters in the URL of the audit trail. Values that are not valid are left out. */
export interface AskedEvents {
  readonly type: EventType | undefined;
  /** Days in UTC; both are included. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** An email or an id. */
  readonly person: string | undefined;
}

/** Reads the filters of the URL. */
export function readAsked(query: Readonly<Record<string, string>>): AskedEvents {
  const person = query['search']?.trim().slice(0, 254);
  return {
    type: eventTypes().find((type) => type === query['type']),
    from: dayIn(query['from']),
    to: dayIn(query['to']),
    person: person === '' ? undefined : person,
  };
}

/** In the years that a UUID and PostgreSQL can write. */
function dayIn(text: string | undefined): string | undefined {
  const day = Day.safeParse(text).data;
  return day !== undefined && day >= '2000-01-01' && day < '2200-01-01' ? day : undefined;
}

/** The filter of the use-case, for the person with this id. */
export function filterOf({ type, from, to }: AskedEvents, personId: string | undefined): EventFilter {
  return {
    type,
    personId,
    from: from === undefined ? undefined : new Date(from),
    until: to === undefined ? undefined : new Date(Date.parse(to) + dayMilliseconds),
  };
}

/** The same filters above the list. */
export function fieldsOf({ type, from, to, person }: AskedEvents, language: Language) {
  const { audit } = auditTexts[language];
  const types = eventTypes()
    .map((value) => ({ value: value as string, label: eventInWords(value, language) }))
    .sort((one, other) => one.label.localeCompare(other.label, language));
  const choices = [{ value: '', label: audit.allTypes }, ...types];
  return {
    search: { label: audit.personLabel, value: person },
    selects: [{ name: 'type', label: audit.typeLabel, value: type, choices }],
    dates: [
      { name: 'from', label: audit.fromLabel, value: from },
      { name: 'to', label: audit.toLabel, value: to },
    ],
  };
}
