import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import test from 'ava';
import * as client from 'openid-client';
import { openAccount, post } from '../support/account-pages.js';
import { textOf } from '../support/console-visitors.js';
import { lastEvent, platformMachine } from '../support/platform-api.js';
import { type Operator, openPlatform } from '../support/platform-pages.js';
import { configure } from '../support/sign-in.js';
import { freshTenant, send } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let operator: Operator;
test.before(async () => {
  server = await startTestServer();
  operator = await openPlatform(server);
});
test.after.always(() => server?.stop());

const newId = () => `client-${randomUUID()}`;
const find = (id: string) => server.identity.db.client.findUniqueOrThrow({ where: { id } });
const secretIn = (html: string) => /<code class="secret">([^<]+)<\/code>/u.exec(html)?.[1] ?? '';
const pathOf = (id: string) => `clients/${id}`;

async function works(id: string, secret: string): Promise<boolean> {
  const config = await configure(server.issuer, id, client.ClientSecretBasic(secret));
  return client.clientCredentialsGrant(config).then(
    () => true,
    () => false,
  );
}

async function addMachine(): Promise<{ id: string; secret: string }> {
  const id = newId();
  const fields = { id, type: 'MACHINE', name: 'Robot', scopes: 'licenses:read\ntenants:read' };
  const { html } = await operator.post('clients/new', fields);
  return { id, secret: secretIn(html) };
}

async function addWeb(changes: Record<string, string> = {}): Promise<string> {
  const id = newId();
  const redirectUris = 'https://app.example/callback';
  await operator.post('clients/new', { id, type: 'CONFIDENTIAL', name: 'Web', redirectUris, ...changes });
  return id;
}

test('a new machine gets a secret that is shown once and works', async (t) => {
  const { id, secret } = await addMachine();
  t.true(await works(id, secret));
  const page = await operator.open(pathOf(id));
  t.is(page.status, 200);
  t.false(page.html.includes(secret));
  t.is((await lastEvent(server, 'client.created', id)).actorId, operator.userId);
  const list = await operator.open(`clients?search=${id}`);
  t.true(list.html.includes(`href="/platform/clients/${id}"`));
});

test('a new single-page application has no secret', async (t) => {
  const id = newId();
  const fields = { id, type: 'SPA', name: 'Page', redirectUris: 'https://a.example/cb\nhttps://b.example/cb' };
  const created = await operator.post('clients/new', { ...fields, firstParty: 'yes', scopes: '' });
  t.is(created.location, `/platform/clients/${id}?done=created`);
  t.like(await find(id), { firstParty: true, redirectUris: ['https://a.example/cb', 'https://b.example/cb'] });
  const refused = await operator.post(pathOf(id), { action: 'secret', grace: 'now' });
  t.is(refused.status, 422);
});

test('a client that breaks the rules is refused, with the error at its field', async (t) => {
  const id = await addWeb();
  const fields = { id: newId(), type: 'CONFIDENTIAL', name: 'Web', redirectUris: 'https://app.example/callback' };
  for (const [name, changes] of Object.entries({
    redirectUris: { redirectUris: 'javascript:alert(1)' },
    id: { id: 'a b' },
    name: { name: '' },
    tenant: { tenant: 'no-such-tenant' },
    scopes: { scopes: 'platform:write' },
  })) {
    const refused = await operator.post('clients/new', { ...fields, ...changes });
    t.is(refused.status, 422, name);
    t.true(refused.html.includes(`id="field-${name}-error"`), name);
  }
  const taken = await operator.post('clients/new', { ...fields, id });
  t.is(taken.status, 422);
  t.true(taken.html.includes('id="field-id-error"'));
});

test('a change keeps every field that the form does not have, and those that it shows', async (t) => {
  const id = await addWeb();
  const before = {
    postLogoutRedirectUris: ['https://app.example/bye'],
    policyUri: 'https://app.example/privacy',
    requireNonce: true,
    idTokenClaims: true,
  };
  await server.identity.db.client.update({ where: { id }, data: before });
  const done = await operator.post(pathOf(id), { action: 'change', name: 'Renamed' });
  t.is(done.location, `/platform/clients/${id}?done=changed`);
  t.like(await find(id), { name: 'Renamed', ...before });
  const page = await operator.open(pathOf(id));
  const shown = [...page.html.matchAll(/<(?:input|textarea|select)[^>]* name="(\w+)"/gu)].map(([, name]) => name);
  for (const name of ['redirectUris', 'policyUri', 'requireNonce', 'idTokenClaims']) t.true(shown.includes(name), name);
  t.deepEqual((await lastEvent(server, 'client.updated', id)).data, { changed: ['name'] });
  const unchanged = await operator.post(pathOf(id), { action: 'change', name: 'Renamed' });
  t.is(unchanged.location, `/platform/clients/${id}?done=unchanged`);
});

test('a single-page application does not keep the origin of a redirect URI that it lost', async (t) => {
  const id = newId();
  await operator.post('clients/new', { id, type: 'SPA', name: 'Page', redirectUris: 'https://old.example/cb' });
  t.deepEqual((await find(id)).origins, ['https://old.example']);
  const page = await operator.open(pathOf(id));
  const origins = /<textarea id="field-origins"[^>]*>([^<]*)<\/textarea>/u.exec(page.html)?.[1];
  t.is(origins, '');
  await operator.post(pathOf(id), { action: 'change', origins: '', redirectUris: 'https://new.example/cb' });
  t.deepEqual((await find(id)).origins, ['https://new.example']);
});

test('a client that loses a scope is changed with the second click', async (t) => {
  const { id, secret } = await addMachine();
  const fields = { action: 'change', scopes: 'licenses:read' };
  const asked = await operator.post(pathOf(id), fields);
  t.regex(asked.html, /<h1>Change the rights of Robot\?<\/h1>/u);
  t.deepEqual((await find(id)).scopes, ['licenses:read', 'tenants:read']);
  const { done } = await operator.confirm(pathOf(id), fields);
  t.is(done.location, `/platform/clients/${id}?done=changed`);
  t.deepEqual((await find(id)).scopes, ['licenses:read']);
  t.true(await works(id, secret));
});

test('a replaced secret is shown once, never by the first click, and the old one ends', async (t) => {
  const { id, secret } = await addMachine();
  const { asked, done } = await operator.confirm(pathOf(id), { action: 'secret', grace: 'now' });
  t.regex(asked.html, /<h1>Replace the secret of Robot\?<\/h1>/u);
  t.is(secretIn(asked.html), '');
  t.is(done.status, 200);
  const next = secretIn(done.html);
  t.true(next.length >= 32);
  t.deepEqual([await works(id, secret), await works(id, next)], [false, true]);
  t.false((await operator.open(pathOf(id))).html.includes(next));
  t.is((await lastEvent(server, 'client.secret_rotated', id)).actorId, operator.userId);
  t.is(await server.identity.db.event.count({ where: { type: 'client.secret_rotated', subjectId: id } }), 1);
});

test('a client is deleted with the second click', async (t) => {
  const { id, secret } = await addMachine();
  const { asked, done } = await operator.confirm(pathOf(id), { action: 'delete' });
  t.regex(asked.html, /<strong>Client deleted<\/strong><span>Robot/u);
  t.is(done.location, '/platform/clients?done=deleted');
  t.false(await works(id, secret));
  t.is((await operator.open(pathOf(id))).status, 404);
});

test('hostile input is shown as text, and unknown actions are refused', async (t) => {
  const name = '"><script>alert(1)</script>';
  const id = await addWeb({ name });
  for (const path of [pathOf(id), `clients?search=${encodeURIComponent(name)}`, 'clients?after=x'])
    t.false((await operator.open(path)).html.includes('<script>alert'), path);
  t.is((await operator.post(pathOf(id), { action: 'explode' })).status, 422);
  t.is((await operator.post(pathOf(id), { action: 'secret', grace: '-1' })).status, 422);
  t.is((await operator.open('clients/no-such-client')).status, 404);
});

test('the pages speak German', async (t) => {
  const german = await openPlatform(server, { locale: 'de' });
  t.true(textOf((await german.open('clients')).html).includes('Neuer Client'));
  t.true(textOf((await german.open('clients/new')).html).includes('Client-ID'));
  t.true(textOf((await german.open('clients/demo-web')).html).includes('Secret ersetzen'));
});

test('for users who are not super admins neither the pages nor their forms exist', async (t) => {
  const { owner } = await freshTenant(server);
  const { browser, page } = await openAccount(server.issuer, owner.email, { path: '/console' });
  for (const path of ['/platform/clients', '/platform/clients/new', '/platform/clients/demo-web'])
    t.is((await browser.open(path)).status, 404, path);
  const id = newId();
  const form = { id, type: 'MACHINE', name: 'Mine', scopes: 'platform:write' };
  t.is((await post(browser, page, form, { path: '/platform/clients/new' })).status, 404);
  t.is(await server.identity.db.client.count({ where: { id } }), 0);
});

const checkedOn = (html: string) =>
  [...html.matchAll(/<input type="checkbox" name="scope\.([^"]+)" checked/gu)].map(([, scope]) => scope);

test('scopes are checkboxes with their words, and a form without changes changes nothing', async (t) => {
  const id = newId();
  const boxes = { 'scope.tenants:read': 'on', 'scope.licenses:read': 'on' };
  const created = await operator.post('clients/new', { id, type: 'MACHINE', name: 'Robot', scopes: '', ...boxes });
  t.is(created.status, 200);
  t.deepEqual((await find(id)).scopes, ['tenants:read', 'licenses:read']);
  const { html } = await operator.open(pathOf(id));
  t.deepEqual(checkedOn(html).toSorted(), ['licenses:read', 'tenants:read']);
  t.true(textOf(html).includes('Assign and withdraw licenses licenses:write'));
  t.false(html.includes('name="scope.openid"'), 'not for machines');
  const reversed = { 'scope.licenses:read': 'on', 'scope.tenants:read': 'on' };
  const same = await operator.post(pathOf(id), { action: 'change', name: 'Robot', scopes: '', ...reversed });
  t.is(same.location, `/platform/clients/${id}?done=unchanged`);
  const none = await operator.post(pathOf(id), { action: 'change', name: 'Robot', scopes: '' });
  t.is(none.status, 422);
  t.regex(none.html, /id="field-scopes-error">Choose at least one scope/u);
  const more = { action: 'change', scopes: '', ...boxes, 'scope.events:read': 'on' };
  t.is((await operator.post(pathOf(id), more)).location, `/platform/clients/${id}?done=changed`);
  t.deepEqual((await find(id)).scopes, ['tenants:read', 'licenses:read', 'events:read']);
});

test('a refused form keeps its checkboxes, and says in words which entry of a list is wrong', async (t) => {
  const german = await openPlatform(server, { locale: 'de' });
  const fields = { id: newId(), type: 'CONFIDENTIAL', name: 'Web', 'scope.openid': 'on', 'scope.email': 'on' };
  const redirectUris = 'https://app.example/callback\nhttp://app.example/callback';
  for (const [visitor, words] of [
    [operator, 'Entry 2: Begin with https://. Only localhost can have http://.'],
    [german, 'Eintrag 2: Beginnen Sie mit https://. Nur localhost kann http:// haben.'],
  ] as const) {
    const { status, html } = await visitor.post('clients/new', { ...fields, redirectUris });
    t.is(status, 422);
    t.true(html.includes(words), textOf(html));
    t.deepEqual(checkedOn(html).toSorted(), ['email', 'openid']);
    t.regex(html, /<textarea id="field-redirectUris"[^>]* aria-invalid="true"/u);
  }
  const machine = { id: newId(), type: 'MACHINE', name: 'Robot', 'scope.licenses:read': 'on', redirectUris };
  const { html } = await operator.post('clients/new', machine);
  t.regex(html, /id="field-redirectUris-error">This type of client does not have this\. Leave it empty\./u);
  const wrong = await operator.post('clients/new', { ...machine, redirectUris: '', 'scope.openid': 'on' });
  t.regex(wrong.html, /id="field-scopes-error">Choose at least one scope/u);
});

test('a new secret comes with the id and with code for an application, and the code of a machine works', async (t) => {
  const { id } = await addMachine();
  const { done } = await operator.confirm(pathOf(id), { action: 'secret', grace: 'now' });
  const secret = secretIn(done.html);
  t.true(done.html.includes(`<code class="value">${id}</code>`));
  const decoded = done.html.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  const codes = [...decoded.matchAll(/<pre class="raw">([^<]+)<\/pre>/gu)].map(([, code = '']) => code);
  t.is(codes.length, 2);
  t.is(codes[0], `IDENTITY_ISSUER=${server.issuer}\nIDENTITY_CLIENT_ID=${id}\nIDENTITY_CLIENT_SECRET=${secret}\n`);
  const env = { ...process.env, IDENTITY_CLIENT_SECRET: secret };
  const { stdout } = await promisify(execFile)('sh', ['-c', codes[1] ?? ''], { env });
  t.like(JSON.parse(stdout), { token_type: 'Bearer', scope: 'licenses:read tenants:read' });

  const redirectUris = 'https://app.example/callback?a="b"';
  const web = newId();
  const created = await operator.post('clients/new', { id: web, type: 'CONFIDENTIAL', name: 'Web', redirectUris });
  const text = textOf(created.html).replaceAll('&quot;', '"');
  for (const part of [`clientId: "${web}"`, `issuer: "${server.issuer}"`, 'openid-client', 'next-auth'])
    t.true(text.includes(part), part);
  t.true(text.includes('redirect_uri: "https://app.example/callback?a=\\"b\\""'), 'quoted');
});

test('the pages of clients stay small', async (t) => {
  for (const path of ['clients/new', 'clients/demo-web'])
    t.true(Buffer.byteLength((await operator.open(path)).html) <= 60 * 1024, path);
});

test('the page of a client says what a machine has changed, and a super admin confirms what was seen', async (t) => {
  const id = await addWeb({ firstParty: 'yes' });
  t.false((await operator.open(pathOf(id))).html.includes('Confirm the client'));
  const machine = await platformMachine(server);
  const change = (path: string) =>
    send(server.issuer, 'PATCH', `/api/platform/clients/${id}`, machine, { redirectUris: [path] });
  t.is((await change('https://app.example/one')).status, 200);
  const page = await operator.open(pathOf(id));
  const text = textOf(page.html);
  for (const part of [
    'Confirm the client',
    'Not confirmed',
    'Redirect URIs',
    'https://app.example/one',
    'By the machine',
  ])
    t.true(text.includes(part), part);
  // Beside the fields of the form.
  t.regex(page.html, /<dt>Changed<\/dt><dd>Redirect URIs/u);
  t.regex(page.html, /<dd><bdi>https:\/\/app\.example\/one<\/bdi>/u);
  t.true(textOf((await operator.open(`clients?search=${id}`)).html).includes('Not confirmed'));
  const seen = /name="seen" value="([^"]+)"/u.exec(page.html)?.[1] ?? '';
  // The machine changes it again while the page is open.
  t.is((await change('https://app.example/two')).status, 200);
  const refused = await operator.post(pathOf(id), { action: 'confirm', seen });
  t.is(refused.status, 422);
  t.true(textOf(refused.html).includes('A machine has changed the client in the meantime'));
  t.is(await server.identity.db.unconfirmedClient.count({ where: { clientId: id } }), 1);

  const again = /name="seen" value="([^"]+)"/u.exec((await operator.open(pathOf(id))).html)?.[1] ?? '';
  const { asked, done } = await operator.confirm(pathOf(id), { action: 'confirm', seen: again });
  t.true(textOf(asked.html).includes('https://app.example/two'));
  t.is(done.location, `/platform/clients/${id}?done=confirmed`);
  t.is((await lastEvent(server, 'client.confirmed', id)).actorId, operator.userId);
  t.false((await operator.open(pathOf(id))).html.includes('Not confirmed'));
});
