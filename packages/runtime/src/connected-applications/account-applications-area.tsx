import { type Area, readForm, type ScopeWords, wordsOfScope } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import {
  Badge,
  Button,
  Empty,
  Form,
  Moment,
  Name,
  textsOf,
  useLanguage,
  useTexts,
  WebLink,
  webUrl,
} from '@org/identity-ui';
import { z } from 'zod';
import { pagesTexts } from '../pages/texts.js';
import { type ConnectedApplication, listConsents } from './list-consents.js';
import { takeBackConsent } from './take-back-consent.js';
import { connectedApplicationsTexts } from './texts.js';

const path = 'applications';

const areaTexts = textsOf(connectedApplicationsTexts, ({ account, accountNotices, accountRefusals }) => ({
  name: account.name,
  title: account.title,
  notices: accountNotices,
  refusals: accountRefusals,
}));

const TakeBackForm = z.object({ clientId: z.string().max(2048) });

/** The page of what a user has allowed whom, if users have pages for their account. */
export function accountApplicationsAreas(host: IdentityPluginHost): Area[] {
  return host.accounts.accountPage === undefined ? [] : [accountApplicationsArea(host)];
}

function accountApplicationsArea(host: IdentityPluginHost): Area {
  return {
    place: 'account',
    path,
    // Beside the sessions: both end what somebody could still use.
    order: 4.5,
    texts: areaTexts,
    async draw({ principal, base, hidden }) {
      const { applications } = await listConsents(host.db, principal);
      return <Applications {...{ applications, hidden }} action={`${base}/${path}`} />;
    },
    async confirm({ principal, form, language }) {
      const { accountConfirm: texts } = connectedApplicationsTexts[language];
      const { clientId } = readForm(TakeBackForm, form);
      const { applications } = await listConsents(host.db, principal);
      const name = applications.find((one) => one.clientId === clientId)?.name ?? clientId;
      return { title: texts.title(name), button: texts.button, facts: [texts.ends, texts.keeps] };
    },
    async act({ principal, form }) {
      await takeBackConsent(host, { userId: principal.userId, ...readForm(TakeBackForm, form) });
      return { done: 'taken-back' };
    },
  };
}

interface ApplicationsProps {
  applications: readonly ConnectedApplication[];
  action: string;
  hidden: Readonly<Record<string, string>>;
}

function Applications({ applications, action, hidden }: ApplicationsProps) {
  const { account: texts } = useTexts(connectedApplicationsTexts);
  if (applications.length === 0) return <Empty>{texts.empty}</Empty>;
  return (
    <>
      <p>{texts.lead}</p>
      <ul class="list entries">
        {applications.map((application) => (
          <li key={application.clientId}>
            <ApplicationFacts {...application} />
            <Form action={action} hidden={{ ...hidden, clientId: application.clientId }}>
              <Button kind="secondary">
                {texts.takeBack}
                <span class="hidden"> {application.name}</span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </>
  );
}

function ApplicationFacts(application: ConnectedApplication) {
  const { name, clientUri, host, targets, source, agent, scopes, apis, lastUsedAt } = application;
  const { account: texts } = useTexts(connectedApplicationsTexts);
  const titleOf = useScopeTitles();
  const website = webUrl(clientUri ?? undefined);
  return (
    <div>
      <strong>
        <Name text={name} />
      </strong>
      <span>
        {agent && <Badge>{texts.agent}</Badge>} {host ? texts.document(<bdi>{host}</bdi>) : texts.kinds[source]}
      </span>
      <Targets targets={targets} />
      {website && (
        <span>
          <WebLink href={website.href} newTab>
            {website.host}
          </WebLink>
        </span>
      )}
      <span>
        {texts.mayDo} {scopes.map(titleOf).join(', ')}
      </span>
      {apis.map((api) => (
        <span key={api.identifier}>
          {texts.atApi(<Name text={api.name} />, <bdi>{api.scopes.join(', ') || texts.withoutScopes}</bdi>)}
        </span>
      ))}
      <AllowedWhere {...application} />
      <span>{lastUsedAt ? texts.lastUsed(<Moment at={lastUsedAt} />) : texts.neverUsed}</span>
    </div>
  );
}

const targetKinds = ['loopback', 'web', 'app'] as const;

/** Where its users go after the sign-in: a sentence for each kind of target. */
function Targets({ targets }: Pick<ConnectedApplication, 'targets'>) {
  const { account: texts } = useTexts(connectedApplicationsTexts);
  return targetKinds.map((kind) => {
    const names = targets.filter((target) => target.kind === kind).map(({ name }) => name);
    return names.length > 0 && <span key={kind}>{texts.redirectsTo[kind](<bdi>{names.join(', ')}</bdi>)}</span>;
  });
}

/** When and where it was allowed: a line for each tenant. What an older version has stored has no place. */
function AllowedWhere({ createdAt, allowedIn }: ConnectedApplication) {
  const { account: texts } = useTexts(connectedApplicationsTexts);
  if (allowedIn.length === 0) return <span>{texts.since(<Moment at={createdAt} />)}</span>;
  return allowedIn.map(({ tenantId, tenantName, at }) => (
    <span key={tenantId ?? ''}>
      {tenantName === null
        ? texts.since(<Moment at={at} />)
        : texts.sinceWith(<Moment at={at} />, <Name text={tenantName} />)}
    </span>
  ));
}

/** What a scope allows, in the words of the consent page. */
function useScopeTitles(): (scope: string) => string {
  const language = useLanguage();
  const ofUsers: Readonly<Record<string, ScopeWords>> = useTexts(pagesTexts).consent.scopes;
  return (scope) => (ofUsers[scope] ?? wordsOfScope(scope, language))?.title ?? scope;
}
