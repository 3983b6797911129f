import { ownsTenant, type TenantArea } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { Badge, Empty, NameCell, Table, textsOf } from '@org/identity-ui';
import { signOnPath } from './sign-on-area.js';
import { domainPagesTexts } from './texts.js';

/** More than a tenant can have. */
const maxShown = 100;

const areaTexts = textsOf(domainPagesTexts, ({ connections }) => ({
  name: connections.heading,
  title: connections.heading,
}));

/** The connections of a tenant, on the page about single sign-on. */
export function connectionsSection({ db }: Pick<IdentityPluginHost, 'db'>): TenantArea {
  return {
    place: 'tenant',
    path: `${signOnPath}/connections`,
    sectionOf: signOnPath,
    parent: signOnPath,
    order: 10,
    texts: areaTexts,
    isOpen: ownsTenant,
    async draw({ tenant, language }) {
      const { connections: texts } = domainPagesTexts[language];
      const rows = await db.connection.findMany({
        where: { tenantId: tenant.id },
        orderBy: { id: 'asc' },
        take: maxShown,
        select: { id: true, name: true, issuer: true, status: true },
      });
      if (rows.length === 0) return <Empty>{texts.empty}</Empty>;
      return (
        <Table
          caption={texts.heading}
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            { label: texts.name, cell: ({ name }) => <NameCell text={name} /> },
            { label: texts.provider, cell: ({ issuer }) => <NameCell text={issuer} /> },
            {
              label: texts.state,
              cell: ({ status }) => <Badge tone={status === 'ACTIVE' ? 'good' : 'plain'}>{texts.states[status]}</Badge>,
            },
          ]}
        />
      );
    },
  };
}
