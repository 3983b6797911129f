import { randomUUID } from 'node:crypto';
import type { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import * as client from 'openid-client';
import { ageSignIn } from '../support/console-pages.js';
import { addSuperAdmin, lastEvent, platformMachine } from '../support/platform-api.js';
import { enrol } from '../support/second-factor.js';
import { buildRequest, callback, configure, exchange, secretOf } from '../support/sign-in.js';
import { addUser, freshTenant, send } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { addClient } from '../support/third-party.js';

// A stolen secret of a machine must not lead to the rights of a super admin, also not with a click of a super admin on a link.

let server: TestServer;
let machine: string;
test.before(async () => {
  server = await startTestServer();
  machine = await platformMachine(server);
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;
const base = '/api/platform/clients';
const call = (method: string, path: string, token: string, body?: unknown) =>
  send(server.issuer, method, path, token, body);
const web = () => ({
  id: `web-${randomUUID()}`,
  name: 'Web',
  type: 'CONFIDENTIAL',
  firstParty: true,
  redirectUris: [callback],
});

/** A super admin with a browser, who has just signed in with a second factor. */
async function openSuperAdmin() {
  const user = await addUser(server);
  await db().user.update({ where: { id: user.userId }, data: { superAdmin: true } });
  const { browser, tokens } = await enrol(server, user);
  return { ...user, browser, token: tokens.access_token };
}

/** What happens when the user follows a link to sign in with the client: no page asks anything. */
async function click(browser: TestBrowser, clientId: string, secret: string) {
  const config = await configure(server.issuer, clientId, client.ClientSecretBasic(secret));
  const request = await buildRequest(config);
  const { url } = await browser.open(request.url);
  const tokens = await exchange(request, url);
  return { config, token: tokens.access_token, refreshToken: String(tokens.refresh_token) };
}

/** A first-party client of the operator, with the secret of demo-partner. */
const ownClient = () => addClient(server, { firstParty: true });

async function hasRights(token: string): Promise<boolean> {
  const { status } = await call('GET', '/api/platform/keys', token);
  return status === 200;
}

test('a client that a machine has made carries no rights of super admins until a super admin confirms it', async (t) => {
  const { id, ...fields } = web();
  const made = await call('POST', base, machine, { id, ...fields });
  t.is(made.status, 201);
  t.is(made.body['confirmed'], false);
  const admin = await openSuperAdmin();
  const { token, config, refreshToken } = await click(admin.browser, id, String(made.body['secret']));
  const refused = await call('GET', '/api/platform/keys', token);
  t.deepEqual([refused.status, refused.body['error']], [403, 'FORBIDDEN']);
  t.regex(String(refused.body['message']), /confirm/u);
  t.true(String(refused.body['message']).includes(id));
  // Of the account, it reads what a provider's session reads, and changes nothing.
  t.is((await call('GET', '/api/users/me', token)).status, 200);
  for (const [method, path, body] of [
    ['PATCH', '/api/users/me', { displayName: 'Taken' }],
    ['POST', '/api/users/me/email', { email: 'evil@people.test' }],
    ['DELETE', '/api/users/me', { confirmation: 'DELETE' }],
    ['DELETE', '/api/users/me/sessions', undefined],
    ['GET', '/api/users/me/export', undefined],
    ['POST', '/api/tenants', { name: 'Taken' }],
  ] as const) {
    const { status, body: refused } = await call(method, path, token, body);
    t.deepEqual([status, refused['error']], [403, 'FORBIDDEN'], path);
  }
  // Nobody confirms with a token of the very client.
  t.is((await call('POST', `${base}/${id}/confirm`, token)).status, 403);
  const refreshed = await client.refreshTokenGrant(config, refreshToken);
  t.false(await hasRights(refreshed.access_token));

  const confirmed = await call('POST', `${base}/${id}/confirm`, admin.token);
  t.is(confirmed.status, 200);
  t.is(confirmed.body['confirmed'], true);
  t.true(await hasRights(refreshed.access_token));
  t.is((await call('GET', `${base}/${id}`, admin.token)).body['confirmed'], true);
});

test('a super admin without rights in a client is refused at tenants of others and at changes of the platform', async (t) => {
  const { id, ...fields } = web();
  const made = await call('POST', base, machine, { id, ...fields });
  const admin = await openSuperAdmin();
  const { token } = await click(admin.browser, id, String(made.body['secret']));
  const tenant = await freshTenant(server);
  for (const [method, path, body] of [
    ['GET', `/api/tenants/${tenant.id}`, undefined],
    ['DELETE', `/api/tenants/${tenant.id}`, undefined],
    ['GET', `/api/tenants/${tenant.id}/members`, undefined],
    ['GET', '/api/licensing/license-types', undefined],
    ['POST', '/api/platform/keys/rotate', {}],
  ] as const) {
    const { status } = await call(method, path, token, body);
    t.true(status === 403 || status === 404, `${method} ${path}: ${status}`);
  }
  t.is(await db().tenant.count({ where: { id: tenant.id } }), 1);
});

/** Every change by which somebody else could get the tokens of a client. */
const changes: [title: string, path: string, body: object, changed: string[]][] = [
  ['adds a redirect URI', '', { redirectUris: [callback, 'https://evil.test/callback'] }, ['redirectUris']],
  ['adds an origin', '', { origins: ['https://evil.test'] }, ['origins']],
  ['replaces the secret', '/rotate-secret', { graceSeconds: 3600 }, ['secret']],
  ['lets devices sign in', '', { deviceFlow: true }, ['deviceFlow']],
];
for (const [title, path, body, changed] of changes) {
  test(`existing tokens of super admins lose their rights when a machine ${title}`, async (t) => {
    const [id, admin] = [await ownClient(), await openSuperAdmin()];
    const { token } = await click(admin.browser, id, secretOf('demo-partner'));
    t.true(await hasRights(token));
    const done = await call(path === '' ? 'PATCH' : 'POST', `${base}/${id}${path}`, machine, body);
    t.is(done.status, 200, JSON.stringify(done.body));
    t.false(await hasRights(token));
    t.is((await call('GET', `${base}/${id}`, admin.token)).body['confirmed'], false);
    t.deepEqual((await db().unconfirmedClient.findUniqueOrThrow({ where: { clientId: id } })).changed, changed);
    // Another change by a super admin in person is no confirmation.
    t.is((await call('PATCH', `${base}/${id}`, admin.token, { name: 'Another' })).status, 200);
    t.false(await hasRights(token));
    t.is((await call('POST', `${base}/${id}/confirm`, admin.token)).status, 200);
    t.true(await hasRights(token));
  });
}

test('a machine that makes a client first-party, or lets a blocked one be used again, marks it', async (t) => {
  const admin = await addSuperAdmin(server);
  const third = await addClient(server);
  t.is((await call('PATCH', `${base}/${third}`, machine, { firstParty: true })).body['confirmed'], false);
  const blocked = await ownClient();
  t.is((await call('POST', `${base}/${blocked}/block`, admin.token)).body['confirmed'], true);
  t.is((await call('POST', `${base}/${blocked}/unblock`, machine)).body['confirmed'], false);
});

test('further changes add up, and the last machine is named', async (t) => {
  const id = await ownClient();
  await call('PATCH', `${base}/${id}`, machine, { redirectUris: [callback, 'https://evil.test/'] });
  const first = await db().unconfirmedClient.findUniqueOrThrow({ where: { clientId: id } });
  await call('POST', `${base}/${id}/rotate-secret`, machine, {});
  await call('PATCH', `${base}/${id}`, await platformMachine(server), { redirectUris: [callback] });
  const last = await db().unconfirmedClient.findUniqueOrThrow({ where: { clientId: id } });
  t.deepEqual(last.changed, ['redirectUris', 'secret']);
  t.deepEqual(last.since, first.since);
  t.true(last.changedAt > first.changedAt);
  t.is(last.changedBy, String((await lastEvent(server, 'client.updated', id)).actorId));
});

test('what says nothing about who gets the tokens, and clients of machines, need no confirmation', async (t) => {
  const id = await ownClient();
  const changed = await call('PATCH', `${base}/${id}`, machine, {
    name: 'Another',
    logoUri: 'https://a.test/logo.png',
  });
  t.deepEqual([changed.status, changed.body['confirmed']], [200, true]);
  const { redirectUris } = await db().client.findUniqueOrThrow({ where: { id } });
  t.is((await call('PATCH', `${base}/${id}`, machine, { redirectUris })).body['confirmed'], true);
  const robot = { id: `robot-${randomUUID()}`, name: 'Robot', type: 'MACHINE', scopes: ['licenses:read'] };
  t.is((await call('POST', base, machine, robot)).body['confirmed'], true);
});

test('what a super admin makes or changes needs no confirmation', async (t) => {
  const admin = await openSuperAdmin();
  const { id, ...fields } = web();
  const made = await call('POST', base, admin.token, { id, ...fields });
  t.is(made.body['confirmed'], true);
  const { token } = await click(admin.browser, id, String(made.body['secret']));
  t.is((await call('POST', `${base}/${id}/rotate-secret`, admin.token, {})).status, 200);
  t.true(await hasRights(token));
});

test('a client that a machine deletes and makes again is marked again', async (t) => {
  const admin = await addSuperAdmin(server);
  const { id, ...fields } = web();
  await call('POST', base, machine, { id, ...fields });
  t.is((await call('POST', `${base}/${id}/confirm`, admin.token)).body['confirmed'], true);
  t.is((await call('DELETE', `${base}/${id}`, machine)).status, 200);
  t.is((await call('POST', base, machine, { id, ...fields })).body['confirmed'], false);
});

test('a rehearsal of a machine marks nothing', async (t) => {
  const id = await ownClient();
  const { status } = await call('PATCH', `${base}/${id}?rehearse=true`, machine, {
    redirectUris: ['https://evil.test/'],
  });
  t.is(status, 200);
  t.is(await db().unconfirmedClient.count({ where: { clientId: id } }), 0);
});

test('a confirmation is for super admins who have signed in within the last ten minutes, and is an event', async (t) => {
  const admin = await addSuperAdmin(server);
  const { id, ...fields } = web();
  await call('POST', base, machine, { id, ...fields });
  const byMachine = await call('POST', `${base}/${id}/confirm`, machine);
  t.deepEqual([byMachine.status, byMachine.body['error']], [403, 'FORBIDDEN']);
  const old = await addSuperAdmin(server);
  await ageSignIn(server, { userId: old.userId });
  const late = await call('POST', `${base}/${id}/confirm`, old.token);
  t.deepEqual([late.status, late.body['error']], [403, 'REAUTHENTICATION_REQUIRED']);
  t.is(await db().unconfirmedClient.count({ where: { clientId: id } }), 1);
  t.is((await call('POST', `${base}/nobody/confirm`, admin.token)).status, 404);

  const shown = (await call('GET', `${base}/${id}`, admin.token)).body['unconfirmed'] as Record<string, unknown>;
  t.deepEqual(shown['changed'], ['created']);
  await call('PATCH', `${base}/${id}`, machine, { redirectUris: ['https://evil.test/'] });
  const outdated = await call('POST', `${base}/${id}/confirm`, admin.token, { seen: shown['changedAt'] });
  t.deepEqual([outdated.status, outdated.body['error']], [422, 'VALIDATION_FAILED']);
  t.regex(String(outdated.body['message']), /in the meantime/u);
  t.is(await db().unconfirmedClient.count({ where: { clientId: id } }), 1);

  const seen = (await call('GET', `${base}/${id}`, admin.token)).body['unconfirmed'] as Record<string, unknown>;
  const confirmed = await call('POST', `${base}/${id}/confirm`, admin.token, { seen: seen['changedAt'] });
  t.is(confirmed.status, 200);
  t.is(confirmed.body['unconfirmed'], null);
  const event = await lastEvent(server, 'client.confirmed', id);
  t.like(event, { actorKind: 'user', actorId: admin.userId, data: { changed: ['created', 'redirectUris'] } });
  // A second time it changes nothing.
  t.is((await call('POST', `${base}/${id}/confirm`, admin.token)).status, 200);
  t.is(await db().event.count({ where: { type: 'client.confirmed', subjectId: id } }), 1);
});
