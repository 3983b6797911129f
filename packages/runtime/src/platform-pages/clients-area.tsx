import type { PlatformArea } from '@org/identity-core';
import { Badge, ListPage, Name, NameCell, pageNumberOf, searchOf, Table, textsOf } from '@org/identity-ui';
import { listClients } from '../clients/list-clients.js';
import type { ConsoleServices } from './console-services.js';
import { platformPagesTexts } from './texts.js';

/** How many rows a page of a list has. */
export const rowsPerPage = 50;

const areaTexts = textsOf(platformPagesTexts, ({ clients, clientNotices }) => ({
  name: clients.name,
  title: clients.title,
  notices: clientNotices,
}));

/** All clients, by id. */
export function clientsArea({ db }: Pick<ConsoleServices, 'db'>): PlatformArea {
  return {
    place: 'platform',
    path: 'clients',
    order: 30,
    group: 'developers',
    texts: areaTexts,
    async draw({ base, query, language }) {
      const { clients: texts, clientTypes, client, unconfirmed } = platformPagesTexts[language];
      const path = `${base}/clients`;
      const [search, page] = [searchOf(query), pageNumberOf(query)];
      const { clients, pagination } = await listClients(db, { page, limit: rowsPerPage, search });
      return (
        <>
          <p class="bar">
            <a class="button button-primary" href={`${path}/new`}>
              {texts.create}
            </a>
          </p>
          <ListPage
            path={path}
            filters={{ search: { label: texts.search, value: search } }}
            isEmpty={clients.length === 0}
            empty={texts.empty}
            paging={pagination}
          >
            <Table
              caption={texts.title}
              rows={clients}
              keyOf={({ id }) => id}
              columns={[
                {
                  label: texts.client,
                  cell: ({ id, name }) => <NameCell text={name} href={`${path}/${encodeURIComponent(id)}`} note={id} />,
                },
                {
                  label: texts.type,
                  cell: ({ type, firstParty, blockedAt, confirmed }) => (
                    <>
                      {clientTypes[type]} {type !== 'MACHINE' && firstParty && <Badge>{texts.firstParty}</Badge>}{' '}
                      {blockedAt && <Badge tone="bad">{client.blocked}</Badge>}{' '}
                      {!confirmed && <Badge tone="bad">{unconfirmed.badge}</Badge>}
                    </>
                  ),
                },
                { label: texts.application, cell: ({ application }) => <Name text={application ?? client.none} /> },
                { label: texts.tenant, cell: ({ tenant }) => <Name text={tenant ?? client.none} /> },
              ]}
            />
          </ListPage>
        </>
      );
    },
  };
}
