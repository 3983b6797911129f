import { type Confirmation, ofTenant, ownsTenant, type TenantArea, type TenantVisit } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import {
  Button,
  Form,
  ListPage,
  Moment,
  Name,
  NameCell,
  pageNumberOf,
  Table,
  textsOf,
  useTexts,
} from '@org/identity-ui';
import { connectionPath, linksPath, signOnPath } from '../access/console-paths.js';
import { findConnection } from '../connections/connection-fields.js';
import { findLink } from './find-link.js';
import { listLinks } from './list-links.js';
import { linksTexts } from './texts.js';
import { unlinkUser } from './unlink-user.js';

const perPage = 50;

const callOf = ({ tenant, principal, params }: TenantVisit) => ({
  tenantId: tenant.id,
  principal,
  connectionId: params['connectionId'] ?? '',
});

const areaTexts = textsOf(linksTexts, ({ links, notices, refusals }) => ({
  name: links.title,
  title: links.title,
  notices,
  refusals,
}));

/** The accounts that are linked to a connection's provider. An owner can unlink one. */
export function linksArea(host: IdentityPluginHost): TenantArea {
  return {
    place: 'tenant',
    path: `${signOnPath}/connections/:connectionId/links`,
    parent: signOnPath,
    texts: areaTexts,
    isOpen: ownsTenant,
    origins: ofTenant,
    needsFreshSignIn: () => true,
    async draw(visit) {
      const { links: texts } = linksTexts[visit.language];
      const call = callOf(visit);
      const page = pageNumberOf(visit.query);
      const { links, pagination } = await listLinks(host, { ...call, page, limit: perPage });
      const { id, name } = await findConnection(host.db, host, call);
      const content = (
        <>
          <p>{texts.lead}</p>
          <ListPage
            path={linksPath(visit.base, id)}
            isEmpty={links.length === 0}
            empty={texts.empty}
            paging={{ page, pages: pagination.pages }}
          >
            <Links visit={visit} action={linksPath(visit.base, id)} links={links} />
          </ListPage>
          <p>
            <a href={connectionPath(visit.base, id)}>{texts.back}</a>
          </p>
        </>
      );
      return { heading: texts.heading(name), content };
    },
    confirm: (visit) => confirmUnlinking(host, visit),
    async act(visit) {
      await unlinkUser(host, { ...callOf(visit), userId: visit.form['unlink'] ?? '' });
      return { done: 'unlinked' };
    },
  };
}

async function confirmUnlinking(host: IdentityPluginHost, visit: TenantVisit): Promise<Confirmation> {
  const call = callOf(visit);
  const { id: connectionId, name } = await findConnection(host.db, host, call);
  const { email } = await findLink(host.db, {
    tenantId: call.tenantId,
    connectionId,
    userId: visit.form['unlink'] ?? '',
  });
  const { title, button, facts } = linksTexts[visit.language].confirm;
  return { title: title(email), button, facts: facts.map((fact) => fact(name)) };
}

interface LinksProps {
  visit: TenantVisit;
  action: string;
  links: Awaited<ReturnType<typeof listLinks>>['links'];
}

function Links({ visit: { hidden }, action, links }: LinksProps) {
  const { links: texts } = useTexts(linksTexts);
  return (
    <Form action={action} hidden={{ ...hidden }}>
      <Table
        caption={texts.title}
        rows={links}
        keyOf={({ userId }) => userId}
        columns={[
          { label: texts.account, cell: ({ email }) => <Name text={email} /> },
          {
            label: texts.user,
            cell: ({ emailAtProvider, subject }) => <NameCell text={emailAtProvider ?? texts.noEmail} note={subject} />,
          },
          { label: texts.linked, cell: ({ linkedAt }) => <Moment at={linkedAt} /> },
          { label: texts.used, cell: ({ lastUsedAt }) => (lastUsedAt ? <Moment at={lastUsedAt} /> : texts.never) },
          {
            label: texts.action,
            cell: ({ userId, email }) => (
              <Button kind="secondary" name="unlink" value={userId}>
                {texts.unlink}
                <span class="hidden"> {email}</span>
              </Button>
            ),
          },
        ]}
      />
    </Form>
  );
}
