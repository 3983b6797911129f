import { randomUUID } from 'node:crypto';
import type { Page } from '@org/identity-testing/test-browser';
import test from 'ava';
import { newConnection, plantConnection, settingsForm } from '../support/connection-changes.js';
import { ageSignIn, outcomeIn } from '../support/console-pages.js';
import { visitAs } from '../support/console-visitors.js';
import { enterPassword } from '../support/sign-in.js';
import { freshTenant } from '../support/tenant-api.js';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer({ plugins: allPlugins() });
});
test.after.always(() => server?.stop());

const { name, issuer, clientId, clientSecret } = newConnection;
const fields = { name, issuer, clientId, clientSecret, defaultRole: 'member' };
/** The id of a connection that does not exist yet. */
const freshId = () => randomUUID().replace(/^(.{14})./u, '$17');

/** An owner on the page for a new connection. */
async function scene(id = freshId()) {
  const tenant = await freshTenant(server);
  const base = `/console/${tenant.slug}/single-sign-on`;
  const visit = await visitAs(server, tenant, 'owner');
  const stored = () => server.identity.db.connection.findMany({ where: { tenantId: tenant.id } });
  return { tenant, id, base, path: `${base}/add/okta/${id}`, visit, stored };
}

test('a connection gets the id of the redirect URI that the page has shown, once', async (t) => {
  const { id, base, path, visit, stored } = await scene();
  t.true((await visit.open(path)).html.includes(`${server.issuer}/sso/c/${id}/callback`));
  const sent = await visit.post(path, fields);
  t.is(sent.location, `${base}/connections/${id}?done=connectionAdded`);
  const again = await visit.post(path, { ...fields, name: 'Another' });
  t.is(again.status, 422);
  t.regex(again.html, /This connection was already saved/u);
  t.deepEqual(
    (await stored()).map((connection) => [connection.id, connection.name, connection.status]),
    [[id, name, 'DRAFT']],
  );
});

test('an id is refused if it is not a UUID of version 7, or that of a connection of another tenant', async (t) => {
  const { base, visit, stored } = await scene();
  for (const path of [`${base}/add/okta/${randomUUID()}`, `${base}/add/okta/x`, `${base}/add/unknown/${freshId()}`]) {
    t.is((await visit.open(path)).status, 404, path);
    t.is((await visit.post(path, fields)).status, 404, path);
  }
  const used = await plantConnection(server, (await freshTenant(server)).id);
  t.is((await visit.post(`${base}/add/okta/${used}`, fields)).status, 422);
  t.is((await visit.open(`${base}/connections/${used}`)).status, 404);
  t.deepEqual(await stored(), []);
});

test('after a new sign-in, only the secret of a new connection is entered again', async (t) => {
  const { tenant, path, visit, stored } = await scene();
  await ageSignIn(server, { userId: tenant.owner.userId });
  // The browser gets a cookie for the older sign-in.
  await visit.open(path);
  const { location } = await visit.post(path, { ...fields, name: 'Northwind Login' });
  const page = await enterPassword(visit.browser, await visit.browser.open(location ?? ''), tenant.owner.email);
  t.is(page.url.pathname, path);
  t.true(page.html.includes('value="Northwind Login"'));
  t.regex(page.html, /Enter the client secret\./u);
  t.false(page.html.includes(clientSecret));
  t.deepEqual(await stored(), []);
});

test('a secret that was left empty stays, and a new one keeps the state', async (t) => {
  const { tenant, base, visit } = await scene();
  const id = await plantConnection(server, tenant.id, 'TESTED');
  const find = () => server.identity.db.connection.findUniqueOrThrow({ where: { id } });
  const path = `${base}/connections/${id}/settings`;
  const sent = await visit.post(path, await settingsForm(server, id));
  t.is(sent.location, `${base}/connections/${id}?done=connectionUnchanged`);
  t.like(await find(), { status: 'TESTED', version: 1, secret: new Uint8Array(Buffer.from('sealed')) });
  const replaced = await visit.post(path, {
    ...(await settingsForm(server, id)),
    clientSecret: 'a new secret',
  });
  t.is(replaced.location, `${base}/connections/${id}?done=connectionChanged`);
  const changed = await find();
  t.like(changed, { status: 'TESTED', version: 1 });
  t.notDeepEqual(changed.secret, new Uint8Array(Buffer.from('sealed')));
});

test('a replaced secret that was lost by a new sign-in has to be entered again', async (t) => {
  const { tenant, base, visit } = await scene();
  const { browser } = visit;
  const id = await plantConnection(server, tenant.id, 'TESTED');
  const path = `${base}/connections/${id}/settings`;
  const sent = await settingsForm(server, id);
  const sendLate = async (from: Page, secret: string) => {
    await ageSignIn(server, { userId: tenant.owner.userId });
    // The browser gets a cookie for the older sign-in.
    await visit.open(path);
    const asked = await browser.submit(from, { ...sent, clientSecret: secret }, path);
    return enterPassword(browser, asked, tenant.owner.email);
  };
  const once = await sendLate(await visit.open(path), 'a new secret');
  t.is(once.url.pathname, path);
  t.false(once.html.includes('a new secret'));
  const twice = await sendLate(once, '');
  for (const page of [once, twice]) {
    const refused = await browser.submit(page, { ...sent, clientSecret: '' }, path);
    t.is(refused.status, 422);
    t.regex(refused.html, /Enter the client secret again\./u);
    t.is((await browser.submit(refused, { ...sent, clientSecret: '' }, path)).status, 422, 'and it stays refused');
  }
  const saved = await browser.submit(twice, { ...sent, clientSecret: 'a new secret' }, path);
  t.is(saved.url.searchParams.get('done'), 'connectionChanged');
});

test('a secret in a form that was refused for another field has to be entered again', async (t) => {
  const { tenant, base, visit } = await scene();
  const id = await plantConnection(server, tenant.id, 'ACTIVE');
  const path = `${base}/connections/${id}/settings`;
  const sent = { ...(await settingsForm(server, id)), trustMfa: 'on' };
  const first = await visit.browser.submit(await visit.open(path), { ...sent, clientSecret: 'a new secret' }, path);
  t.is(first.status, 422);
  t.false(first.html.includes('a new secret'));
  const second = await visit.browser.submit(first, { ...sent, understood: 'on', clientSecret: '' }, path);
  t.is(second.status, 422);
  t.regex(second.html, /Enter the client secret again\./u);
});

test('the page says whether a secret is missing or has a character that cannot be used', async (t) => {
  const { tenant, base, visit } = await scene();
  const id = await plantConnection(server, tenant.id, 'TESTED');
  const path = `${base}/connections/${id}/settings`;
  const sent = await settingsForm(server, id);
  const missing = await visit.post(path, { ...sent, clientId: 'another', clientSecret: '' });
  t.is(missing.status, 422);
  t.regex(missing.html, /You changed the issuer or client ID, so enter the client secret again\./u);
  const invalid = await visit.post(path, { ...sent, clientSecret: 'two\nlines' });
  t.is(invalid.status, 422);
  t.regex(invalid.html, /The secret contains a line break or a character that can.+t be used\./u);
});

test('other domains of an active connection are asked about first', async (t) => {
  const { tenant, base, visit } = await scene();
  const id = await plantConnection(server, tenant.id, 'ACTIVE');
  const { db } = server.identity;
  const count = () => db.connectionDomain.count({ where: { connectionId: id } });
  const [used] = await db.connectionDomain.findMany({ where: { connectionId: id } });
  const path = `${base}/connections/${id}/settings`;
  const { [`domain.${used?.domainId}`]: on = '', ...others } = await settingsForm(server, id);
  const renamed = { ...others, name: 'Renamed' };
  t.is((await visit.post(path, { ...renamed, [`domain.${used?.domainId}`]: on })).status, 303);
  const asked = await visit.post(path, renamed);
  t.regex(asked.html, /<h1>Change the domains of Renamed\?<\/h1>/u);
  t.regex(asked.html, /Nobody can sign in with this connection any more/u);
  t.is(await count(), 1);
  t.is((await visit.post(path, { ...renamed, outcome: outcomeIn(asked) })).status, 303);
  t.is(await count(), 0);
});
