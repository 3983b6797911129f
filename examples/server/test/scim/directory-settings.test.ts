import test from 'ava';
import { openAccount, post } from '../support/account-pages.js';
import { plantConnection } from '../support/connection-changes.js';
import { textOf } from '../support/console-visitors.js';
import { lastEvent } from '../support/platform-api.js';
import { directoryScene, startScimServer, type TestServer } from '../support/scim.js';
import { freshTenant, send, tokenOf } from '../support/tenant-api.js';

let server: TestServer;
test.before(async () => {
  server = await startScimServer();
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;

async function scene() {
  const directory = await directoryScene(server);
  const { tenant, path, id, owner } = directory;
  const change = (body: unknown, by = owner) => send(server.issuer, 'PATCH', `${path}/${id}`, by, body);
  const base = `/console/${tenant.slug}/directories`;
  const open = (below = '') => openAccount(server.issuer, tenant.owner.email, { path: `${base}${below}` });
  return { ...directory, change, base, open };
}

test('the name and the connection of a directory can be changed, also to none', async (t) => {
  const { tenant, id, change } = await scene();
  const connectionId = await plantConnection(server, tenant.id);
  const linked = await change({ connectionId });
  t.is(linked.status, 200);
  t.like(linked.body, { id, name: 'Entra ID', connectionId });
  t.false('token' in linked.body);
  t.like(await lastEvent(server, 'directory.updated', id), {
    actorId: tenant.owner.userId,
    tenantId: tenant.id,
    data: { name: 'Entra ID', changed: ['connectionId'] },
  });
  t.like((await change({ name: 'Okta', connectionId: connectionId.toUpperCase() })).body, {
    name: 'Okta',
    connectionId,
  });
  t.like((await change({ connectionId: null })).body, { name: 'Okta', connectionId: null });
  t.is((await change({ connectionId: null })).status, 200);
  t.is(await db().event.count({ where: { type: 'directory.updated', subjectId: id } }), 3);
});

test('an account that the directory creates belongs to the connection that it has then', async (t) => {
  const { tenant, change, addUser, rowOf } = await scene();
  const before = await rowOf((await addUser()).id);
  const connectionId = await plantConnection(server, tenant.id);
  await change({ connectionId });
  const after = await rowOf((await addUser()).id);
  const expected = await db().expectedUser.findMany({ where: { connectionId }, select: { userId: true } });
  t.deepEqual(expected, [{ userId: after.userId ?? '' }]);
  t.not(before.userId, null);
});

test('a change of a directory that breaks the rules is refused', async (t) => {
  const { id, change, path } = await scene();
  const elsewhere = await plantConnection(server, (await freshTenant(server)).id);
  for (const body of [
    {},
    { name: '' },
    { name: null },
    { name: 'x'.repeat(101) },
    { connectionId: 'x' },
    { connectionId: elsewhere },
    { token: 'x' },
    { name: 'a', id },
  ])
    t.is((await change(body)).status, 422, JSON.stringify(body));
  const other = await directoryScene(server);
  const foreign = await send(server.issuer, 'PATCH', `${other.path}/${id}`, other.owner, { name: 'x' });
  t.deepEqual([foreign.status, foreign.body['error']], [404, 'DIRECTORY_NOT_FOUND']);
  const stranger = await tokenOf(server.issuer, (await freshTenant(server)).owner.email);
  t.is((await send(server.issuer, 'PATCH', `${path}/${id}`, stranger, { name: 'x' })).status, 404);
  t.like(await db().directory.findUniqueOrThrow({ where: { id } }), { name: 'Entra ID', connectionId: null });
});

const selected = (html: string) => /<option value="([^"]*)" selected/u.exec(html)?.[1];

test('the form for a new directory has the connection chosen if there is exactly one', async (t) => {
  const { tenant, open } = await scene();
  const connectionId = await plantConnection(server, tenant.id);
  t.is(selected((await open()).page.html), connectionId);
  await plantConnection(server, tenant.id);
  t.is(selected((await open()).page.html) ?? '', '');
});

test('an owner changes a directory on its page', async (t) => {
  const { tenant, id, base, open } = await scene();
  const connectionId = await plantConnection(server, tenant.id);
  const { browser, page } = await open(`/${id}`);
  const done = await post(browser, page, { action: 'update', name: 'Okta', connectionId });
  t.is(done.location, `${base}/${id}?done=updated`);
  t.like(await db().directory.findUniqueOrThrow({ where: { id } }), { name: 'Okta', connectionId });
  const same = await post(browser, page, { action: 'update', name: 'Okta', connectionId });
  t.is(same.location, `${base}/${id}?done=directoryUnchanged`);
  t.is(selected((await browser.open(`${base}/${id}`)).html), connectionId);
  const refused = await post(browser, page, { action: 'update', name: '', connectionId });
  t.is(refused.status, 422);
  t.true(refused.html.includes('id="field-name-error"'));
});

test('the page of a directory, and that of its token, say what to enter where in Okta and Entra ID', async (t) => {
  const { id, base, open } = await scene();
  const { browser, page } = await open(`/${id}`);
  const added = await post(browser, page, { name: 'Okta' }, { path: base });
  for (const html of [page.html, added.html]) {
    const text = textOf(html);
    for (const term of ['SCIM 2.0 Base Url', 'OAuth Bearer Token', 'Tenant URL', 'Secret Token', 'Deactivate Users'])
      t.true(text.includes(term), term);
  }
});
