import type { PlatformArea } from '@org/identity-core';
import { Empty, Name, Table, textsOf } from '@org/identity-ui';
import { getApplication } from '../applications/get-application.js';
import type { ConsoleServices } from './console-services.js';
import { platformPagesTexts } from './texts.js';

const areaTexts = textsOf(platformPagesTexts, ({ applications, applicationNotices }) => ({
  name: applications.application,
  title: applications.application,
  notices: applicationNotices,
}));

/** One application with its clients. Licensing adds its license types. */
export function applicationArea({ db }: Pick<ConsoleServices, 'db'>): PlatformArea {
  return {
    place: 'platform',
    path: 'applications/:applicationId',
    parent: 'applications',
    texts: areaTexts,
    async draw({ base, params, language }) {
      const { applications: texts, client } = platformPagesTexts[language];
      const { id, name, clients } = await getApplication(db, params['applicationId'] ?? '');
      const content = (
        <>
          <dl class="facts">
            <dt>{texts.id}</dt>
            <dd>
              <bdi>{id}</bdi>
            </dd>
          </dl>
          <section>
            <h2>{texts.clients}</h2>
            {clients.length === 0 ? (
              <Empty>{texts.noClients}</Empty>
            ) : (
              <Table
                caption={texts.clients}
                rows={clients}
                keyOf={(each) => each.id}
                columns={[
                  {
                    label: texts.client,
                    cell: (each) => (
                      <a href={`${base}/clients/${encodeURIComponent(each.id)}`}>
                        <Name text={each.name} />
                      </a>
                    ),
                  },
                  { label: client.id, cell: (each) => <Name text={each.id} /> },
                ]}
              />
            )}
          </section>
        </>
      );
      return { heading: name, content };
    },
  };
}
