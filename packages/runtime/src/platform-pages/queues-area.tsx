import type { PlatformArea } from '@org/identity-core';
import { Moment, Table, textsOf } from '@org/identity-ui';
import { countFailed, listQueues } from '../background/read-queues.js';
import type { ConsoleServices } from './console-services.js';
import { platformPagesTexts } from './texts.js';

const areaTexts = textsOf(platformPagesTexts, ({ queues: { name, title } }) => ({ name, title }));

/** How many mails and logout notices wait, and how many have failed. */
export function queuesArea({ db }: Pick<ConsoleServices, 'db'>): PlatformArea {
  return {
    place: 'platform',
    path: 'queues',
    order: 70,
    group: 'operations',
    texts: areaTexts,
    badge: () => countFailed(db),
    async draw({ base, language }) {
      const { queues: texts, queueNames } = platformPagesTexts[language];
      const { queues } = await listQueues(db);
      return (
        <>
          <p>{texts.lead}</p>
          <Table
            caption={texts.title}
            rows={queues}
            keyOf={({ name }) => name}
            columns={[
              { label: texts.queue, cell: ({ name }) => <a href={`${base}/queues/${name}`}>{queueNames[name]}</a> },
              { label: texts.waiting, numeric: true, cell: ({ waiting }) => waiting },
              { label: texts.failed, numeric: true, cell: ({ failed }) => failed },
              { label: texts.oldest, cell: ({ oldest }) => (oldest ? <Moment at={oldest} /> : texts.none) },
            ]}
          />
        </>
      );
    },
  };
}
