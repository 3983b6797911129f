import type { AreaIn } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { Badge, Empty, NameCell, Table, textsOf, useTexts } from '@org/identity-ui';
import { addConnectionPath, connectionPath, signOnPath } from '../access/console-paths.js';
import { hasSetupLink, type SetupVisit } from '../access/setup-caller.js';
import { isUnconfirmed } from '../confirmation/is-unconfirmed.js';
import { confirmationTexts } from '../confirmation/texts.js';
import { listConnections } from '../connections/get-connections.js';
import { listDomains } from '../domains/list-domains.js';
import { fewOf } from './choices.js';
import { connectionPagesTexts } from './texts.js';

const areaTexts = textsOf(connectionPagesTexts, ({ list, notices, refusals }) => ({
  name: list.heading,
  title: list.heading,
  notices,
  refusals,
}));

/** The connections of a tenant, on the page about single sign-on. */
export function connectionsSection(host: Pick<IdentityPluginHost, 'db' | 'connectionKinds'>): AreaIn<SetupVisit> {
  return {
    path: `${signOnPath}/connections`,
    sectionOf: signOnPath,
    parent: signOnPath,
    order: 10,
    texts: areaTexts,
    async draw({ tenant, principal, base, language }) {
      const { list: texts } = connectionPagesTexts[language];
      const { owner } = confirmationTexts[language];
      const call = { tenantId: tenant.id, principal };
      const [{ connections }, { domains }] = await Promise.all([
        listConnections(host, call),
        listDomains(host.db, call),
      ]);
      const names = new Map(domains.map(({ id, domain }) => [id, domain]));
      return (
        <>
          {connections.length === 0 ? (
            <Empty>{texts.empty}</Empty>
          ) : (
            <Table
              caption={texts.heading}
              rows={connections}
              keyOf={({ id }) => id}
              columns={[
                {
                  label: texts.name,
                  cell: ({ id, name }) => <NameCell text={name} href={connectionPath(base, id)} />,
                },
                {
                  label: texts.state,
                  cell: (connection) => (
                    <>
                      <ConnectionBadge status={connection.status} />
                      {!hasSetupLink(principal) && isUnconfirmed(connection) && (
                        <>
                          {' '}
                          <Badge>{owner.unconfirmed}</Badge>
                        </>
                      )}
                    </>
                  ),
                },
                { label: texts.provider, cell: ({ issuer }) => <NameCell text={issuer} /> },
                {
                  label: texts.domains,
                  cell: (connection) => {
                    const own = connection.domains.map((id) => names.get(id) ?? '').sort();
                    return own.length === 0 ? texts.noDomains : <NameCell text={fewOf(own, texts.more)} />;
                  },
                },
              ]}
            />
          )}
          <div class="bar">
            <a
              class={`button button-${connections.length === 0 ? 'primary' : 'secondary'}`}
              href={`${base}/${addConnectionPath}`}
            >
              {texts.add}
            </a>
          </div>
        </>
      );
    },
  };
}

export function ConnectionBadge({ status }: { status: keyof typeof connectionPagesTexts.en.states }) {
  const { states } = useTexts(connectionPagesTexts);
  return <Badge tone={status === 'ACTIVE' ? 'good' : 'plain'}>{states[status]}</Badge>;
}
