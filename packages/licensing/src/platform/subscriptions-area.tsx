import type { PlatformArea } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { ListPage, NameCell, pageNumberOf, searchOf, Table, textsOf } from '@org/identity-ui';
import { listSubscribers } from '../subscriptions/list-subscribers.js';
import type { EndingOf } from './ending-subscriptions.js';
import { platformTexts } from './texts.js';

const rowsPerPage = 50;

const areaTexts = textsOf(platformTexts, ({ subscriptions: { name, title } }) => ({ name, title }));

/** The choice of a tenant whose subscriptions are wanted. */
export function subscriptionsArea({ db }: Pick<IdentityPluginHost, 'db'>, ending: EndingOf): PlatformArea {
  return {
    place: 'platform',
    path: 'subscriptions',
    order: 50,
    group: 'licenses',
    texts: areaTexts,
    badge: ending,
    async draw({ base, query, language }) {
      const { subscriptions: texts } = platformTexts[language];
      const path = `${base}/subscriptions`;
      const [search, page] = [searchOf(query), pageNumberOf(query)];
      const ends = query['ends'] === 'soon' ? 'soon' : undefined;
      const asked = { page, limit: rowsPerPage, search, ending: ends === 'soon' };
      const { tenants, pages } = await listSubscribers(db, asked);
      const choices = [
        { value: '', label: texts.anyEnd },
        { value: 'soon', label: texts.endsSoon },
      ];
      return (
        <>
          <p>{texts.lead}</p>
          <ListPage
            path={path}
            filters={{
              search: { label: texts.find, value: search },
              selects: [{ name: 'ends', label: texts.end, value: ends, choices }],
            }}
            isEmpty={tenants.length === 0}
            empty={texts.unknown}
            paging={{ page, pages }}
          >
            <Table
              caption={texts.tenants}
              rows={tenants}
              keyOf={({ id }) => id}
              columns={[
                {
                  label: texts.tenant,
                  cell: ({ id, name, slug }) => <NameCell text={name} href={`${path}/${id}`} note={slug} />,
                },
                { label: texts.title, numeric: true, cell: ({ subscriptions }) => subscriptions },
              ]}
            />
          </ListPage>
        </>
      );
    },
  };
}
