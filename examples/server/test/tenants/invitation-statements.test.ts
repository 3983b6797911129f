import { randomUUID } from 'node:crypto';
import test from 'ava';
import { post } from '../support/account-pages.js';
import { openConsole } from '../support/console-pages.js';
import { recordRequests } from '../support/counted-requests.js';
import { addUser, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

const recorder = recordRequests();
let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(async () => {
  await server?.stop();
  recorder.stop();
});
// All tests are serial: they record the requests of the whole process.

const unknownEmail = () => `${randomUUID()}@people.test`;
// The session notes its use once a minute.
const leftOut = /^session_touch/u;

/** The statements of the last request that an action makes. */
async function statementsOf(action: () => Promise<unknown>): Promise<string[]> {
  const { requests } = await recorder.during(action);
  return requests.at(-1)?.statements.filter((statement) => !leftOut.test(statement)) ?? [];
}

async function scene() {
  const tenant = await freshTenant(server);
  const token = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  const path = `/api/tenants/${tenant.id}/invitations`;
  const call = async (method: string, at: string, body?: unknown) => {
    const response = await send(server.issuer, method, at, token, body);
    if (response.status >= 300) throw new Error(JSON.stringify(response.body));
    return response.body;
  };
  return { tenant, path, call };
}

for (const query of ['?rehearse=true', '']) {
  const kind = query === '' ? 'an invitation' : 'a rehearsed invitation';
  test.serial(`${kind} takes the same statements with and without an account`, async (t) => {
    const { path, call } = await scene();
    const { email } = await addUser(server);
    const invite = (to: string) => () => call('POST', `${path}${query}`, { email: to, role: 'member' });
    const unknown = await statementsOf(invite(unknownEmail()));
    t.deepEqual(await statementsOf(invite(email)), unknown);
    t.true(unknown.length > 10);
  });

  test.serial(`to send ${kind} again, change its role or revoke it takes the same statements`, async (t) => {
    const { tenant, path, call } = await scene();
    const { email } = await addUser(server);
    const members = `/api/tenants/${tenant.id}/members`;
    const ofEach = async (to: string) => {
      const invited = async () => String((await call('POST', path, { email: to, role: 'member' }))['id']);
      const first = await invited();
      const resent = await statementsOf(() => call('POST', `${path}/${first}/resend${query}`));
      const changed = await statementsOf(() => call('PATCH', `${members}/${first}${query}`, { role: 'admin' }));
      const revoked = await statementsOf(() => call('DELETE', `${path}/${first}${query}`));
      if (query !== '') await call('DELETE', `${path}/${first}`);
      const second = await invited();
      const removed = await statementsOf(() => call('DELETE', `${members}/${second}${query}`));
      return { resent, changed, revoked, removed };
    };
    t.deepEqual(await ofEach(email), await ofEach(unknownEmail()));
  });
}

test.serial('the page that invites takes the same statements with and without an account', async (t) => {
  const { tenant } = await scene();
  const { email } = await addUser(server);
  const at = `/console/${tenant.slug}/invitations`;
  const { browser, page } = await openConsole(server, tenant.owner, at);
  const invite = (emails: string) => async () => {
    const shown = await post(browser, page, { emails, role: 'member', days: '7', invite: 'yes' });
    t.true(shown.html.includes('The invitation was sent.'));
  };
  const unknown = await statementsOf(invite(unknownEmail()));
  t.deepEqual(await statementsOf(invite(email)), unknown);
  t.true(unknown.length > 10);
});

test.serial('the profile of a user who is invited names the tenant, also after a change of the role', async (t) => {
  const { tenant, path, call } = await scene();
  const { email, userId } = await addUser(server);
  const { id } = await call('POST', path, { email, role: 'member' });
  await call('PATCH', `/api/tenants/${tenant.id}/members/${String(id)}`, { role: 'admin' });
  const { db } = server.identity;
  const pending = () => db.membership.findMany({ where: { tenantId: tenant.id, userId } });
  t.like(await pending(), [{ id, status: 'INVITED', role: 'admin' }]);
  await call('DELETE', `${path}/${String(id)}`);
  t.deepEqual(await pending(), []);
});
