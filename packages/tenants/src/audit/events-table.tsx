import { firstCharacters, hrefOf, Moment, Name, Table, useTimeZone } from '@org/identity-ui';
import type { ComponentChildren } from 'preact';
import type { AuditEvent } from './audit-event.js';
import { actorInWords, factsBeside, nameOf, subjectInWords } from './event-words.js';
import { type Telling, tellEvent } from './tell-event.js';
import { auditTexts } from './texts.js';

export interface EventsTableProps extends Pick<Telling, 'names' | 'language'> {
  events: readonly AuditEvent[];
  /** The path of the audit trail, empty on its own page: names of people lead to their events. */
  path: string;
  /** Whether it is for operators: then it also says in which tenant each event happened. */
  ofPlatform?: boolean;
}

/** Events in sentences. Each opens to its details, without a script. */
export function EventsTable({ events, path, ofPlatform = false, ...others }: EventsTableProps) {
  const telling = { ...others, timeZone: useTimeZone(), ofPlatform };
  const { audit } = auditTexts[telling.language];
  const told = events.map((event) => ({ event, ...tellEvent(event, telling) }));
  return (
    <Table
      caption={audit.caption}
      rows={told}
      keyOf={({ event }) => event.id}
      columns={[
        { label: audit.time, cell: ({ event }) => <Moment at={event.occurredAt} /> },
        {
          label: audit.event,
          // In a narrow window, a sentence needs no word before it.
          hiddenLabel: true,
          cell: ({ event, sentence, said }) => (
            <details>
              <summary>
                {sentence}
                {ofPlatform && <InTenant {...{ event, telling }} />}
              </summary>
              <Details {...{ event, said, path, telling }} />
            </details>
          ),
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
  path: string;
  telling: Telling;
}

/** What the sentence does not say, and what support needs to find the event. */
function Details({ event, said, path, telling }: DetailsProps) {
  const { names, language } = telling;
  const { audit } = auditTexts[language];
  const { actor, subjectId } = event;
  const actorName = <Name text={actorInWords(event, names, language)} />;
  const ofUser = actor.kind === 'user' && actor.id !== null ? { search: actor.id } : undefined;
  return (
    <dl class="facts">
      <Fact label={audit.actor}>{ofUser ? <a href={hrefOf(path, ofUser)}>{actorName}</a> : actorName}</Fact>
      {subjectId !== null && (
        <Fact label={audit.subject}>
          <Name text={subjectInWords(event, names, language)} />
        </Fact>
      )}
      {factsBeside(said, event, telling).map(({ label, value }) => (
        <Fact key={label} label={label}>
          <bdi>{firstCharacters(value, maxLength)}</bdi>
        </Fact>
      ))}
      <Fact label={audit.type}>{event.type}</Fact>
      <Fact label={audit.eventId}>{event.id}</Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
