import test from 'ava';
import { post } from '../support/account-pages.js';
import { settingsForm } from '../support/connection-changes.js';
import {
  act,
  activeConnection,
  addConnection,
  enterEmail,
  isDone,
  runTest,
  server,
  signInBy,
  tenantWithDomain,
  upstream,
} from '../support/connection-tests.js';
import { openConsole } from '../support/console-pages.js';
import { startHostileUpstream } from '../support/hostile-upstream.js';

const detailPaths = ({ body }: { body: Record<string, unknown> }) =>
  (body['details'] as { path: string }[] | undefined)?.map(({ path }) => path);
const stored = (id: string) => server.identity.db.connection.findUniqueOrThrow({ where: { id } });

test('another issuer or client needs the client secret again', async (t) => {
  const other = await startHostileUpstream();
  t.teardown(other.stop);
  const tenant = await tenantWithDomain();
  const id = await addConnection(tenant);
  const before = await stored(id);
  for (const changes of [{ issuer: other.issuer }, { clientId: 'another' }, { issuer: other.issuer, name: 'New' }]) {
    const refused = await act(tenant, id, '', 'PATCH', changes);
    t.deepEqual([refused.status, refused.body['error']], [422, 'VALIDATION_FAILED'], JSON.stringify(changes));
    t.deepEqual(detailPaths(refused), ['clientSecret']);
  }
  t.deepEqual(await stored(id), before);
  t.deepEqual(other.asked, []);
  const same = { issuer: upstream.issuer, clientId: upstream.clientId, name: 'Same provider' };
  t.is((await act(tenant, id, '', 'PATCH', same)).status, 200, 'what is sent again has not changed');
  const moved = { issuer: other.issuer, clientSecret: other.clientSecret };
  t.is((await act(tenant, id, '', 'PATCH', moved)).status, 200);
});

test('the form of the settings says that another issuer needs the secret again', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await addConnection(tenant);
  const path = `/console/${tenant.slug}/single-sign-on/connections/${id}/settings`;
  const { browser, page } = await openConsole(server, tenant.owner, path);
  t.regex(page.html, /Leave empty to keep the current secret, unless you change the issuer or client ID/u);
  const fields = { ...(await settingsForm(server, id)), issuer: 'http://127.0.0.1:9' };
  const refused = await post(browser, page, fields, { path });
  t.is(refused.status, 422);
  t.regex(refused.html, /id="field-clientSecret-error"/u);
  t.is((await stored(id)).issuer, upstream.issuer);
});

test('a new client secret alone keeps the status, and sign-ins use it from then on', async (t) => {
  const tenant = await tenantWithDomain();
  const id = await activeConnection(tenant);
  const email = `ada@${tenant.domain}`;
  const begun = await enterEmail(email);
  const { status, body } = await act(tenant, id, '', 'PATCH', { clientSecret: 'a rotated secret of the provider' });
  t.deepEqual([status, body['status']], [200, 'ACTIVE']);
  const back = await begun.browser.open(await upstream.visit(begun.gone.url, { sub: 'ada', email }));
  t.true(isDone(back), 'a sign-in that is under way goes on');
  t.true(isDone((await signInBy({ sub: 'ada', email })).page));
  t.true(upstream.secrets.includes('a rotated secret of the provider'));
  await act(tenant, id, '', 'PATCH', { clientSecret: upstream.clientSecret });
  const draft = await addConnection(tenant);
  await runTest(tenant, draft);
  t.is((await act(tenant, draft, '', 'PATCH', { clientSecret: 'next' })).body['status'], 'TESTED');
});
