import {
  type Confirmation,
  ownsTenant,
  readForm,
  type TenantArea,
  type TenantVisit,
  validationFailed,
} from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { pageNumberOf, textsOf } from '@org/identity-ui';
import { z } from 'zod';
import { signOnPath } from '../access/console-paths.js';
import { listAttempts } from '../attempts/list-attempts.js';
import { findConnection } from '../connections/connection-fields.js';
import { getConnection } from '../connections/get-connections.js';
import { activateConnection, deleteConnection, disableConnection } from '../connections/switch-connection.js';
import { updateConnection } from '../connections/update-connection.js';
import { UpdateConnectionBody } from '../schemas.js';
import { requestTest } from '../test-visit/request-test.js';
import { fewOf, readChoices } from './choices.js';
import { ConnectionContent } from './connection-content.js';
import { errorsOfForm, peopleFieldsIn, providerFieldsIn } from './connection-form.js';
import { connectionPagesTexts } from './texts.js';

const areaTexts = textsOf(connectionPagesTexts, ({ connection, notices, refusals }) => ({
  name: connection.name,
  title: connection.name,
  notices,
  refusals,
}));

const attemptsPerPage = 50;
const Action = z.object({ action: z.enum(['test', 'activate', 'disable', 'delete', 'save', 'provider']) });
const actionIn = ({ form }: TenantVisit) => readForm(Action, form).action;
const Result = z.enum(['SIGNED_IN', 'REFUSED']);

/** One connection: what to do next, its sign-ins and its settings. */
export function connectionArea(host: IdentityPluginHost): TenantArea {
  return {
    place: 'tenant',
    path: `${signOnPath}/connections/:connectionId`,
    parent: signOnPath,
    texts: areaTexts,
    isOpen: ownsTenant,
    needsFreshSignIn: () => true,
    errorsOf: errorsOfForm,
    async draw(visit, errors) {
      const connection = await getConnection(host, callOf(visit));
      const result = Result.safeParse(visit.query['result']).data;
      const page = pageNumberOf(visit.query);
      const [{ version, testedVersion }, choices, { attempts, pagination }] = await Promise.all([
        findConnection(host.db, { tenantId: visit.tenant.id, connectionId: connection.id }),
        readChoices(host.db, visit, connection.defaultGroups),
        listAttempts(host.db, { ...callOf(visit), page, limit: attemptsPerPage, result }),
      ]);
      const isTested = version === testedVersion;
      const listed = { attempts, result, page, pages: pagination.pages };
      const content = <ConnectionContent {...{ visit, connection, isTested, choices, listed, errors }} />;
      return { heading: connection.name, content };
    },
    confirm: (visit) => confirmation(host, visit),
    async act(visit) {
      const call = callOf(visit);
      switch (actionIn(visit)) {
        case 'test':
          return { redirect: (await requestTest(host, call)).url };
        case 'activate':
          await activateConnection(host, call);
          return { done: 'connectionActivated' };
        case 'disable':
          await disableConnection(host, call);
          return { done: 'connectionDisabled' };
        case 'delete':
          await deleteConnection(host, call);
          return { redirect: `${visit.base}/${signOnPath}?done=connectionDeleted` };
        case 'save':
          await updateConnection(host, {
            ...call,
            changes: readForm(UpdateConnectionBody, peopleFieldsIn(visit.form)),
          });
          return { done: 'connectionChanged' };
        case 'provider':
          await changeProvider(host, visit);
          return { done: 'connectionChanged' };
      }
    },
  };
}

const callOf = ({ tenant, principal, params }: TenantVisit) => ({
  tenantId: tenant.id,
  principal,
  connectionId: params['connectionId'] ?? '',
});

/**
 * Changes what makes a draft of the connection. For an active one this must be confirmed by a checkbox: the page that asks
 * before other changes would have the new secret in its source.
 */
async function changeProvider(host: IdentityPluginHost, visit: TenantVisit): Promise<void> {
  const { status } = await getConnection(host, callOf(visit));
  const { clientSecret, ...others } = providerFieldsIn(visit.form);
  const changes = readForm(UpdateConnectionBody, clientSecret === '' ? others : { ...others, clientSecret });
  if (status === 'ACTIVE' && visit.form['understood'] === undefined)
    throw validationFailed([{ path: 'understood', message: 'must be confirmed' }]);
  await updateConnection(host, { ...callOf(visit), changes });
}

async function confirmation(host: IdentityPluginHost, visit: TenantVisit): Promise<Confirmation | undefined> {
  const action = actionIn(visit);
  if (action !== 'activate' && action !== 'disable' && action !== 'delete') return undefined;
  const { name, domains } = await getConnection(host, callOf(visit));
  const { confirm, list } = connectionPagesTexts[visit.language];
  if (action !== 'activate') return { ...confirm[action], title: confirm[action].title(name) };
  const { title, button, fact, sessions } = confirm.activate;
  const choices = await readChoices(host.db, visit);
  const verified = choices.domains.filter(({ id, status }) => status === 'VERIFIED' && domains.includes(id));
  const names = verified.map(({ domain }) => domain);
  return { title: title(name), button, facts: [fact(fewOf(names, list.more)), sessions] };
}
