import { eventInWords } from '@org/identity-core';
import { firstCharacters, Moment, Name, Table } from '@org/identity-ui';
import type { AuditEvent } from './audit-event.js';
import { actorInWords, factsBeside, nameOf, subjectInWords } from './event-words.js';
import { type Telling, tellEvent } from './tell-event.js';
import { auditTexts } from './texts.js';

export interface EventsTableProps extends Omit<Telling, 'ofPlatform'> {
  events: readonly AuditEvent[];
  /** Whether it is for operators: then it also says in which tenant each event happened. */
  ofPlatform?: boolean;
}

/** Events in sentences. Each opens to its details, without a script. */
export function EventsTable({ events, ofPlatform = false, ...others }: EventsTableProps) {
  const telling = { ...others, ofPlatform };
  const { audit } = auditTexts[telling.language];
  const told = events.map((event) => ({ event, ...tellEvent(event, telling) }));
  return (
    <Table
      caption={audit.caption}
      rows={told}
      keyOf={({ event }) => event.id}
      columns={[
        {
          label: audit.event,
          cell: ({ event, sentence }) => (
            <>
              {sentence}
              {ofPlatform && <InTenant {...{ event, telling }} />}
            </>
          ),
        },
        { label: audit.time, cell: ({ event }) => <Moment at={event.occurredAt} /> },
        {
          label: audit.details,
          hiddenLabel: true,
          cell: ({ event, said }) => <Details {...{ event, said, telling }} />,
        },
      ]}
    />
  );
}

/** The tenant of the event, unless the event is about the tenant itself. */
function InTenant({ event: { tenantId, subjectId }, telling }: { event: AuditEvent; telling: Telling }) {
  const { audit } = auditTexts[telling.language];
  if (tenantId === null || tenantId === subjectId) return null;
  return <span class="soft">{audit.inTenant(<Name text={nameOf(tenantId, telling.names) ?? audit.none} />)}</span>;
}

const maxLength = 200;

interface DetailsProps {
  event: AuditEvent;
  said: ReadonlySet<string>;
  telling: Telling;
}

/** What the sentence does not say, and what support needs to find the event. */
function Details({ event, said, telling: { names, language } }: DetailsProps) {
  const { audit } = auditTexts[language];
  const facts = [
    { label: audit.actor, value: actorInWords(event, names, language) },
    ...(event.subjectId === null ? [] : [{ label: audit.subject, value: subjectInWords(event, names, language) }]),
    ...factsBeside(said, event, names, language),
    { label: audit.type, value: event.type },
    { label: audit.eventId, value: event.id },
  ];
  return (
    <details class="more">
      <summary>
        {audit.details}
        {/* All of them have the same name; screen readers read this with it. */}
        <span class="hidden">{audit.detailsOf(eventInWords(event.type, language))}</span>
      </summary>
      <dl class="facts">
        {facts.map(({ label, value }) => (
          <>
            <dt>{label}</dt>
            <dd>
              <bdi>{firstCharacters(value, maxLength)}</bdi>
            </dd>
          </>
        ))}
      </dl>
    </details>
  );
}
