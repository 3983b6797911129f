import { type CsvValue, eventInWords, type Principal } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import type { AuditEvent } from './audit-event.js';
import { actorInWords, idsIn, subjectInWords } from './event-words.js';
import { type EventFilter, searchEvents } from './search-events.js';

interface CsvInput {
  tenantId: string;
  principal: Principal;
  language: Language;
  /** Undefined if no event can match. */
  filter: EventFilter | undefined;
}

const pageSize = 500;

/** The lines of the CSV file, page by page. Rights are checked for each page, so a download ends with the right to it. */
export async function* csvOfEvents(
  { db, namesOf }: Pick<IdentityPluginHost, 'db' | 'namesOf'>,
  { tenantId, principal, language, filter }: CsvInput,
): AsyncGenerator<CsvValue[][]> {
  let after: string | undefined;
  do {
    if (!filter) return;
    const { events, next } = await searchEvents(db, { tenantId, principal, filter, after, limit: pageSize });
    const names = await namesOf(idsIn(events), { tenantId });
    yield events.map((event) => lineOf(event, names, language));
    after = next;
  } while (after !== undefined);
}

/** In the order of the texts of `csv`. */
function lineOf(event: AuditEvent, names: ReadonlyMap<string, string>, language: Language): CsvValue[] {
  const { id, occurredAt, type, actor, subjectId, data } = event;
  return [
    id,
    occurredAt,
    eventInWords(type, language),
    type,
    actor.kind,
    actorInWords(event, names, language),
    actor.id,
    subjectInWords(event, names, language),
    subjectId,
    JSON.stringify(data),
  ];
}
