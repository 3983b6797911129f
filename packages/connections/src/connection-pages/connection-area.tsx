import { type AreaIn, type Confirmation, ofTenant, ownOnly, readForm } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { pageNumberOf, textsOf } from '@org/identity-ui';
import { z } from 'zod';
import { signOnPath } from '../access/console-paths.js';
import { hasSetupLink, type SetupVisit } from '../access/setup-caller.js';
import { listAttempts } from '../attempts/list-attempts.js';
import { confirmConnection } from '../connections/confirm-connection.js';
import { findConnection } from '../connections/connection-fields.js';
import { getConnection } from '../connections/get-connections.js';
import { ownersPartIn } from '../connections/owners-part.js';
import { needsOwner } from '../connections/setup-limits.js';
import { deleteConnection, disableConnection } from '../connections/switch-connection.js';
import { listDomains } from '../domains/list-domains.js';
import { knownKind } from '../kinds/kind-of.js';
import { requestTest } from '../test-visit/request-test.js';
import { activateOrAsk } from './activate-or-ask.js';
import { callOf } from './change-settings.js';
import { fewOf } from './choices.js';
import { ConnectionContent } from './connection-content.js';
import { connectionPagesTexts } from './texts.js';

const areaTexts = textsOf(connectionPagesTexts, ({ connection, notices, refusals }) => ({
  name: connection.name,
  title: connection.name,
  notices,
  refusals,
}));

const attemptsPerPage = 50;
const Action = z.object({ action: z.enum(['test', 'endSessions', 'activate', 'confirm', 'disable', 'delete']) });
const actionIn = ({ form }: SetupVisit) => readForm(Action, form).action;
const Result = z.enum(['SIGNED_IN', 'REFUSED']);

/** One connection: what to do next, and its sign-ins. */
export function connectionArea(host: IdentityPluginHost): AreaIn<SetupVisit> {
  return {
    path: `${signOnPath}/connections/:connectionId`,
    parent: signOnPath,
    texts: areaTexts,
    needsFreshSignIn: () => true,
    // The provider that the connection names must not confirm itself.
    formOrigins: ({ form }) => (form['action'] === 'confirm' ? ownOnly : ofTenant),
    async draw(visit) {
      const connection = await getConnection(host, callOf(visit));
      const result = Result.safeParse(visit.query['result']).data;
      const page = pageNumberOf(visit.query);
      const { setupLinkId } = connection;
      const isVisitor = hasSetupLink(visit.principal);
      const [{ version, testedVersion }, ownersPart, { domains }, found, link] = await Promise.all([
        findConnection(host.db, host, { tenantId: visit.tenant.id, connectionId: connection.id }),
        ownersPartIn(host.db, callOf(visit), connection),
        listDomains(host.db, callOf(visit)),
        // The visitors of setup links do not learn who signs in.
        isVisitor ? undefined : listAttempts(host, { ...callOf(visit), page, limit: attemptsPerPage, result }),
        isVisitor || setupLinkId === null
          ? undefined
          : host.db.setupLink.findUnique({ where: { id: setupLinkId }, select: { email: true } }),
      ]);
      const isTested = version === testedVersion;
      const listed = found && { attempts: found.attempts, result, page, pages: found.pagination.pages };
      const kind = knownKind(host, connection.kind);
      const state = { kind, isTested, ownersPart, setUpBy: link?.email };
      const content = <ConnectionContent {...{ visit, connection, domains, listed }} {...state} />;
      return { heading: connection.name, content };
    },
    confirm: (visit) => confirmation(host, visit),
    async act(visit) {
      const call = callOf(visit);
      switch (actionIn(visit)) {
        case 'test':
          return { redirect: (await requestTest(host, call)).url };
        case 'activate':
          return activateOrAsk(host, visit);
        case 'confirm':
          await confirmConnection(host, call);
          return { done: 'connectionConfirmed' };
        case 'endSessions':
          await disableConnection(host, call);
          return { done: 'connectionSessionsEnded' };
        case 'disable':
          await disableConnection(host, { ...call, keepSessions: keepsSessions(visit) });
          return { done: 'connectionDisabled' };
        case 'delete':
          await deleteConnection(host, call);
          return { redirect: `${visit.base}/${signOnPath}?done=connectionDeleted` };
      }
    },
  };
}

/** The owner may let the users who came by the connection stay signed in. */
const keepsSessions = ({ form }: SetupVisit) => form['keepSessions'] !== undefined;

async function confirmation(host: IdentityPluginHost, visit: SetupVisit): Promise<Confirmation | undefined> {
  const action = actionIn(visit);
  if (action === 'test' || action === 'confirm') return undefined;
  const call = callOf(visit);
  const { id, name, domains } = await getConnection(host, call);
  // It asks the owners, which a run that is rolled back would not do.
  if (action === 'activate' && (await needsOwner(host.db, call, id))) return undefined;
  const { confirm, list } = connectionPagesTexts[visit.language];
  if (action === 'delete' || action === 'endSessions')
    return { ...confirm[action], title: confirm[action].title(name), evenIfChanged: true };
  if (action === 'disable') {
    const { title, button, fact, ended, kept, settings } = confirm.disable;
    const facts = [fact, keepsSessions(visit) ? kept : ended, settings];
    return { title: title(name), button, facts, evenIfChanged: true };
  }
  const { title, button, fact, sessions } = confirm.activate;
  const { domains: all } = await listDomains(host.db, callOf(visit));
  const verified = all.filter(({ id, status }) => status === 'VERIFIED' && domains.includes(id));
  const names = verified.map(({ domain }) => domain);
  return { title: title(name), button, facts: [fact(fewOf(names, list.more)), sessions] };
}
