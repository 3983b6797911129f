import { eventInWords } from '@org/identity-core';
import { hrefOf, type Language, Moment, Name, Table } from '@org/identity-ui';
import type { AuditEvent } from './audit-event.js';
import { actorInWords, factsInWords, nameOf, subjectInWords } from './event-words.js';
import { auditTexts } from './texts.js';

export interface EventsTableProps {
  events: readonly AuditEvent[];
  names: ReadonlyMap<string, string>;
  language: Language;
  /** The path of the audit trail: names of people lead to their events. */
  path: string;
  /** Whether to say in which tenant each event happened. */
  withTenant?: boolean;
}

/** Events with names instead of ids, and their facts in words. */
export function EventsTable({ events, names, language, path, withTenant = false }: EventsTableProps) {
  const { audit } = auditTexts[language];
  return (
    <Table
      caption={audit.caption}
      rows={events}
      keyOf={({ id }) => id}
      columns={[
        {
          label: audit.event,
          cell: ({ type, occurredAt }) => (
            <>
              {eventInWords(type, language)}
              <span class="soft">
                <Moment at={occurredAt} />
              </span>
            </>
          ),
        },
        {
          label: audit.actor,
          cell: (event) => {
            const name = <Name text={actorInWords(event, names, language)} />;
            const { kind, id } = event.actor;
            return kind === 'user' && id !== null ? <a href={hrefOf(path, { search: id })}>{name}</a> : name;
          },
        },
        {
          label: audit.subject,
          cell: (event) => (
            <>
              <Name text={subjectInWords(event, names, language)} />
              {withTenant && event.tenantId !== null && event.tenantId !== event.subjectId && (
                <span class="soft">{audit.inTenant(<Name text={nameOf(event.tenantId, names) ?? audit.none} />)}</span>
              )}
            </>
          ),
        },
        {
          label: audit.details,
          cell: (event) => factsInWords(event, names, language).map((fact) => <span class="soft">{fact}</span>),
        },
      ]}
    />
  );
}
