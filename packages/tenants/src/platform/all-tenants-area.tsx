import type { PlatformArea } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { Badge, ListPage, Moment, NameCell, pageNumberOf, searchOf, Table, textsOf } from '@org/identity-ui';
import { listAllTenants } from '../tenant/list-all-tenants.js';
import { platformTexts } from './texts.js';

const rowsPerPage = 50;

const areaTexts = textsOf(platformTexts, ({ tenants: { name, title }, tenantNotices: notices }) => ({
  name,
  title,
  notices,
}));

/** All tenants of the platform, each with a link to its console. */
export function allTenantsArea({ db }: Pick<IdentityPluginHost, 'db'>): PlatformArea {
  return {
    place: 'platform',
    path: 'tenants',
    order: 10,
    group: 'people',
    texts: areaTexts,
    async draw({ base, query, language }) {
      const { tenants: texts } = platformTexts[language];
      const path = `${base}/tenants`;
      const [search, page] = [searchOf(query), pageNumberOf(query)];
      const { tenants, pagination } = await listAllTenants(db, { page, limit: rowsPerPage, search });
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
            summary={<p class="total">{texts.total(pagination.total)}</p>}
            isEmpty={tenants.length === 0}
            empty={texts.empty}
            paging={pagination}
          >
            <Table
              caption={texts.title}
              rows={tenants}
              keyOf={({ id }) => id}
              columns={[
                {
                  label: texts.tenant,
                  cell: ({ slug, name }) => <NameCell text={name} href={`/console/${slug}`} note={slug} />,
                },
                { label: texts.members, numeric: true, cell: ({ memberCount }) => memberCount },
                {
                  label: texts.policy,
                  cell: ({ mfaPolicy }) => (
                    <Badge tone={mfaPolicy === 'REQUIRED' ? 'good' : 'plain'}>{texts.policies[mfaPolicy]}</Badge>
                  ),
                },
                { label: texts.created, cell: ({ createdAt }) => <Moment at={createdAt} /> },
              ]}
            />
          </ListPage>
        </>
      );
    },
  };
}
