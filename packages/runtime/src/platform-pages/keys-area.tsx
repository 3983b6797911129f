import { actorOf, type PlatformArea } from '@org/identity-core';
import { Badge, Button, Form, Moment, Name, Table, textsOf } from '@org/identity-ui';
import { listKeys } from '../keys/list-keys.js';
import { rotateKeys } from '../keys/rotate-keys.js';
import type { ConsoleServices } from './console-services.js';
import { platformPagesTexts } from './texts.js';

/** Clients have fetched a new key within a day. */
const announceSeconds = 24 * 60 * 60;

const areaTexts = textsOf(platformPagesTexts, ({ keys, keyNotices }) => ({
  name: keys.name,
  title: keys.title,
  notices: keyNotices,
}));

/** The signing keys with their state, and a button that announces the next one. */
export function keysArea(services: ConsoleServices): PlatformArea {
  return {
    place: 'platform',
    path: 'keys',
    order: 75,
    group: 'security',
    texts: areaTexts,
    async draw({ base, hidden, language }) {
      const { keys: texts, keyStates } = platformPagesTexts[language];
      const keys = await listKeys(services.db);
      const hasNext = keys.some(({ state }) => state === 'next');
      return (
        <>
          <p>{texts.lead}</p>
          <Table
            caption={texts.title}
            rows={keys}
            keyOf={({ kid }) => kid}
            columns={[
              {
                label: texts.key,
                cell: ({ kid, algorithm }) => (
                  <>
                    <Name text={kid} />
                    <span class="soft">{algorithm}</span>
                  </>
                ),
              },
              {
                label: texts.state,
                cell: ({ state }) => <Badge tone={state === 'active' ? 'good' : 'plain'}>{keyStates[state]}</Badge>,
              },
              { label: texts.created, cell: ({ createdAt }) => <Moment at={createdAt} /> },
              { label: texts.activeFrom, cell: ({ activeFrom }) => <Moment at={activeFrom} /> },
              {
                label: texts.publishedUntil,
                cell: ({ publishedUntil }) => (publishedUntil ? <Moment at={publishedUntil} /> : texts.noEnd),
              },
            ]}
          />
          <section>
            <h2>{texts.replaceTitle}</h2>
            <p>{hasNext ? texts.hasNext : texts.replaceHint}</p>
            <p>{texts.leaked}</p>
            {!hasNext && (
              <Form action={`${base}/keys`} hidden={{ ...hidden }}>
                <div class="bar">
                  <Button kind="danger">{texts.replace}</Button>
                </div>
              </Form>
            )}
          </section>
        </>
      );
    },
    needsFreshSignIn: () => true,
    async confirm({ language }) {
      const { title, button, facts } = platformPagesTexts[language].keyConfirm;
      return { title, button, facts };
    },
    async act({ principal }) {
      const { created } = await rotateKeys(services, { announceSeconds, actor: actorOf(principal) });
      return { done: created ? 'announced' : 'already' };
    },
  };
}
