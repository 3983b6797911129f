import { actorOf, IdentityError, type PlatformArea, type UserVisit } from '@org/identity-core';
import { Badge, Button, Form, ListPage, Moment, Name, pageNumberOf, Table, textsOf, useTexts } from '@org/identity-ui';
import { listQueueEntries, type QueueEntry, type QueueName, queueNames } from '../background/read-queues.js';
import { retryEntry } from '../background/retry-entry.js';
import { rowsPerPage } from './clients-area.js';
import type { ConsoleServices } from './console-services.js';
import { platformPagesTexts } from './texts.js';

const areaTexts = textsOf(platformPagesTexts, ({ queues, queueNotices }) => ({
  name: queues.queue,
  title: queues.queue,
  notices: queueNotices,
}));

/** The entries of one queue, each with a button that tries it again at once. */
export function queueArea(services: ConsoleServices): PlatformArea {
  const sendSoon = (queue: QueueName) => (queue === 'mail' ? services.sendMail() : services.sendLogoutNotices());
  return {
    place: 'platform',
    path: 'queues/:queue',
    parent: 'queues',
    texts: areaTexts,
    async draw(visit) {
      const { base, query, language } = visit;
      const { queues: texts, queueNames: names } = platformPagesTexts[language];
      const queue = queueIn(visit);
      const page = pageNumberOf(query);
      const { entries, pagination } = await listQueueEntries(services, { queue, page, limit: rowsPerPage });
      const path = `${base}/queues/${queue}`;
      const content = (
        <ListPage path={path} isEmpty={entries.length === 0} empty={texts.empty} paging={pagination}>
          <Form action={path} hidden={{ ...visit.hidden }}>
            <Entries {...{ entries, queue }} />
          </Form>
        </ListPage>
      );
      return { heading: names[queue], content };
    },
    async act(visit) {
      const { principal, form } = visit;
      const entryId = form['entry'] ?? '';
      await retryEntry({ ...services, sendSoon }, { queue: queueIn(visit), entryId, actor: actorOf(principal) });
      return { done: 'retried' };
    },
  };
}

function queueIn({ params }: UserVisit): QueueName {
  const found = queueNames.find((name) => name === params['queue']);
  if (!found) throw new IdentityError('NOT_FOUND', 'There is no such queue.');
  return found;
}

interface EntriesProps {
  entries: readonly QueueEntry[];
  queue: QueueName;
}

function Entries({ entries, queue }: EntriesProps) {
  const { queues: texts } = useTexts(platformPagesTexts);
  const aboutOf = ({ recipient, clientId }: QueueEntry) => recipient ?? clientId ?? texts.none;
  return (
    <Table
      caption={texts.entries}
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        {
          label: queue === 'mail' ? texts.recipient : texts.client,
          cell: (entry) => (
            <>
              <Name text={aboutOf(entry)} />
              <span class="soft">{entry.kind}</span>
            </>
          ),
        },
        {
          label: texts.state,
          cell: ({ status, attempts, lastError }) => (
            <>
              <Badge tone={status === 'FAILED' ? 'bad' : 'plain'}>
                {status === 'FAILED' ? texts.isFailed : texts.isWaiting}
              </Badge>
              <span class="soft">{texts.attempts(attempts)}</span>
              {lastError !== null && (
                <span class="soft">
                  <Name text={lastError} />
                </span>
              )}
            </>
          ),
        },
        {
          label: texts.next,
          cell: ({ nextAttemptAt }) => (nextAttemptAt ? <Moment at={nextAttemptAt} /> : texts.none),
        },
        { label: texts.queued, cell: ({ createdAt }) => <Moment at={createdAt} /> },
        {
          label: texts.actions,
          hiddenLabel: true,
          cell: (entry) => (
            <div class="row-actions">
              <Button kind="row" name="entry" value={entry.id}>
                {texts.retry}
                <span class="hidden"> {aboutOf(entry)}</span>
              </Button>
            </div>
          ),
        },
      ]}
    />
  );
}
