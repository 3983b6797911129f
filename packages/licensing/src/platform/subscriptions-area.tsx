import type { PlatformArea } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { Empty, Filters, Name, NumberedPager, pageNumberOf, searchOf, Table, textsOf } from '@org/identity-ui';
import { listSubscribers } from '../subscriptions/list-subscribers.js';
import { platformTexts } from './texts.js';

const rowsPerPage = 50;

const areaTexts = textsOf(platformTexts, ({ subscriptions: { name, title } }) => ({ name, title }));

/** The choice of a tenant whose subscriptions are wanted. */
export function subscriptionsArea({ db }: Pick<IdentityPluginHost, 'db'>): PlatformArea {
  return {
    place: 'platform',
    path: 'subscriptions',
    order: 50,
    texts: areaTexts,
    async draw({ base, query, language }) {
      const { subscriptions: texts } = platformTexts[language];
      const path = `${base}/subscriptions`;
      const [search, page] = [searchOf(query), pageNumberOf(query)];
      const { tenants, pages } = await listSubscribers(db, { page, limit: rowsPerPage, search });
      return (
        <>
          <p>{texts.lead}</p>
          <Filters path={path} search={{ label: texts.find, value: search }} />
          {tenants.length === 0 ? (
            <Empty>{texts.unknown}</Empty>
          ) : (
            <Table
              caption={texts.tenants}
              rows={tenants}
              keyOf={({ id }) => id}
              columns={[
                {
                  label: texts.tenant,
                  cell: ({ id, name, slug }) => (
                    <>
                      <a href={`${path}/${id}`}>
                        <Name text={name} />
                      </a>
                      <span class="soft">
                        <Name text={slug} />
                      </span>
                    </>
                  ),
                },
                { label: texts.title, numeric: true, cell: ({ subscriptions }) => subscriptions },
              ]}
            />
          )}
          <NumberedPager path={path} filters={{ search: search ?? '' }} page={page} pages={pages} />
        </>
      );
    },
  };
}
