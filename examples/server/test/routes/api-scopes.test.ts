import { randomUUID } from 'node:crypto';
import '@org/identity-connections/declared';
import { apiScopes } from '@org/identity-core';
import test from 'ava';
import * as client from 'openid-client';
import { basic, crm, desk, licensedTenant, seat } from '../support/licensing-api.js';
import { callback, exchange } from '../support/sign-in.js';
import { addMember, addUser, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { addClient, allowAll, allowedToken, startAuthorization } from '../support/third-party.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const call = (method: string, path: string, token: string | undefined, body?: unknown) =>
  send(server.issuer, method, path, token, body);
const all = ['openid', ...apiScopes()].join(' ');

test('discovery lists no API scope', async (t) => {
  for (const path of ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server']) {
    const { body } = await call('GET', path, undefined);
    t.deepEqual(body['scopes_supported'], ['openid', 'profile', 'email', 'offline_access'], path);
  }
});

for (const scope of apiScopes()) {
  test(`a client that was not given ${scope} goes back with invalid_scope before anybody signs in`, async (t) => {
    for (const clientId of ['demo-partner', 'demo-web']) {
      const { page, request } = await startAuthorization(server, {
        clientId,
        email: 'owner@acme.test',
        scope: `openid ${scope}`,
      });
      t.is(page.url.origin + page.url.pathname, callback, clientId);
      t.is(page.url.searchParams.get('error'), 'invalid_scope', clientId);
      t.is(page.url.searchParams.get('state'), request.state, clientId);
    }
  });
}

const lines = [
  ['account:read', 'See your whole account', 'Ihr gesamtes Konto sehen'],
  ['account:write', 'Change your account', 'Ihr Konto ändern'],
  ['tenants:read', 'See your organizations', 'Ihre Organisationen sehen'],
  ['tenants:write', 'Manage your organizations', 'Ihre Organisationen verwalten'],
  ['licenses:read', 'See licenses', 'Lizenzen sehen'],
  ['licenses:write', 'Assign and withdraw licenses', 'Lizenzen vergeben und entziehen'],
  ['connections:read', 'See how your organization signs in', 'Sehen, wie sich Ihre Organisation anmeldet'],
  ['connections:write', 'Change how your organization signs in', 'Ändern, wie sich Ihre Organisation anmeldet'],
  ['events:read', 'See webhooks and what they sent', 'Webhooks und ihre Zustellungen sehen'],
  [
    'events:write',
    'Send events of your organization to other systems',
    'Ereignisse Ihrer Organisation an andere Systeme senden',
  ],
  ['connections:read', 'See how your organization signs in', 'Sehen, wie sich Ihre Organisation anmeldet'],
  ['connections:write', 'Change how your organization signs in', 'Ändern, wie sich Ihre Organisation anmeldet'],
] as const;

test('each scope has a line of its own on the consent page, in English and German', async (t) => {
  const clientId = await addClient(server, { scopes: [...apiScopes()] });
  const { userId, email } = await addUser(server);
  for (const [locale, column] of [
    ['en', 1],
    ['de', 2],
  ] as const) {
    await server.identity.db.user.update({ where: { id: userId }, data: { locale } });
    for (const [scope, ...titles] of lines) {
      const { page } = await startAuthorization(server, { clientId, email, scope });
      t.is(page.html.split('<li>').length - 1, 1, scope);
      t.true(page.html.includes(`<strong>${titles[column - 1]}</strong>`), scope);
    }
    const whole = await startAuthorization(server, { clientId, email, scope: `${all} profile email offline_access` });
    t.is(whole.page.html.split('<li>').length - 1, 16);
  }
});

test('a client is asked again for what it was not allowed yet, and for that only', async (t) => {
  const clientId = await addClient(server, { scopes: [...apiScopes()] });
  const { email } = await addUser(server);
  const first = await allowAll(server, { clientId, email, scope: 'openid account:read' });
  t.true(first.asked);
  t.is(first.tokens.scope, 'openid account:read');
  const same = await allowAll(server, { clientId, email, scope: 'openid account:read' });
  t.false(same.asked);
  const more = await startAuthorization(server, { clientId, email, scope: 'openid account:read account:write' });
  t.regex(more.page.html, /Change your account/u);
  t.notRegex(more.page.html, /See your whole account/u);
  const agreed = await more.browser.submit(more.page, {});
  t.is((await exchange(more.request, agreed.url)).scope, 'openid account:read account:write');
});

test('a scope that was denied is not in tokens from before, nor from then on', async (t) => {
  const clientId = await addClient(server, { scopes: [...apiScopes()] });
  const { email } = await addUser(server);
  const before = await allowAll(server, { clientId, email, scope: 'openid' });
  const { request, browser, page } = await startAuthorization(server, {
    clientId,
    email,
    scope: 'openid account:read',
  });
  const denied = await browser.submit(page, {}, '/abort');
  t.is(denied.url.searchParams.get('error'), 'access_denied');
  t.is(denied.url.searchParams.get('state'), request.state);
  t.is((await call('GET', '/api/users/me/export', before.tokens.access_token)).status, 403);
  const after = await allowedToken(server, { clientId, email, scope: 'openid', browser });
  t.is((await call('GET', '/api/users/me/export', after)).status, 403);
  const none = await startAuthorization(server, {
    clientId,
    email,
    scope: 'openid account:read',
    browser,
    prompt: 'none',
  });
  t.is(none.page.url.searchParams.get('error'), 'consent_required');
});

test('an account scope opens the profile, the export and what the user can change', async (t) => {
  const clientId = await addClient(server, { scopes: [...apiScopes()] });
  const { email } = await addUser(server);
  const read = await allowedToken(server, { clientId, email, scope: 'openid account:read' });
  t.like((await call('GET', '/api/users/me', read)).body, { email, mfaEnabled: false, memberships: [] });
  t.is((await call('GET', '/api/users/me/export', read)).status, 200);
  t.is((await call('PATCH', '/api/users/me', read, { nickname: 'n' })).status, 403);
  const write = await allowedToken(server, { clientId, email, scope: 'openid account:write' });
  t.is((await call('PATCH', '/api/users/me', write, { nickname: 'n' })).status, 200);
  t.deepEqual(Object.keys((await call('GET', '/api/users/me', write)).body), ['id']);
});

test('a tenants scope opens what the role of the user allows, and no more', async (t) => {
  const clientId = await addClient(server, { scopes: [...apiScopes()] });
  const { id, slug, owner } = await freshTenant(server);
  const member = await addMember(server, id, 'member');
  const other = await freshTenant(server);
  const scope = 'openid tenants:read tenants:write';
  const ofOwner = await allowedToken(server, { clientId, email: owner.email, scope, tenant: slug });
  t.is((await call('GET', `/api/tenants/${id}/events`, ofOwner)).status, 200);
  t.is((await call('PATCH', `/api/tenants/${id}`, ofOwner, { name: 'Renamed' })).status, 200);
  const invitation = { email: `${randomUUID()}@people.test`, role: 'owner' };
  t.is((await call('POST', `/api/tenants/${id}/invitations`, ofOwner, invitation)).status, 201);
  t.is((await call('GET', `/api/tenants/${other.id}`, ofOwner)).status, 404);
  const ofMember = await allowedToken(server, { clientId, email: member.email, scope, tenant: slug });
  t.is((await call('GET', `/api/tenants/${id}`, ofMember)).status, 200);
  t.is((await call('PATCH', `/api/tenants/${id}`, ofMember, { name: 'Mine' })).status, 403);
});

test('a super admin is an ordinary user with every scope of a third-party client', async (t) => {
  const clientId = await addClient(server, { scopes: [...apiScopes()] });
  const { userId, email } = await addUser(server);
  await server.identity.db.user.update({ where: { id: userId }, data: { superAdmin: true } });
  const { id } = await freshTenant(server);
  const token = await allowedToken(server, { clientId, email, scope: all });
  const body = { applicationId: crm, slug: `s-${randomUUID()}`, name: 'New' };
  t.is((await call('POST', '/api/licensing/license-types', token, body)).status, 403);
  t.is((await call('GET', '/api/licensing/license-types', token)).status, 403);
  t.is((await call('GET', `/api/tenants/${id}`, token)).status, 404);
  t.is((await call('DELETE', `/api/tenants/${id}`, token)).status, 404);
  const own = await tokenOf(server.issuer, email);
  t.is((await call('GET', `/api/tenants/${id}`, own)).status, 200);
});

test('without licenses:read a third-party client checks its user, in its application', async (t) => {
  const clientId = await addClient(server, { scopes: [...apiScopes()], applicationId: crm });
  const tenant = await licensedTenant(server, 5, basic);
  const { userId, email } = await addMember(server, tenant.id, 'admin');
  await seat(server, tenant, userId);
  await seat(server, tenant, tenant.owner.userId);
  const about = { email, tenant: tenant.slug, clientId };
  const without = await allowedToken(server, { ...about, scope: 'openid' });
  const withScope = await allowedToken(server, { ...about, scope: 'openid licenses:read' });
  const base = '/api/integration/licenses';
  const questions = (fields: Record<string, string>) => {
    const query = new URLSearchParams({ ...fields });
    return [
      ['GET', `${base}/check?${query}`],
      ['GET', `${base}/type?${query}`],
      ['GET', `${base}/feature?${query}&featureKey=contacts`],
      ['POST', `${base}/check`, fields],
      ['POST', `${base}/check?${query}`, {}],
      ['POST', `${base}/feature`, { ...fields, featureKey: 'contacts' }],
    ] as const;
  };
  for (const fields of [{ applicationId: crm }, { applicationId: crm.toUpperCase(), userId: userId.toUpperCase() }])
    for (const [method, path, body] of questions(fields)) {
      const response = await call(method, path, without, body);
      t.is(response.status, 200, `${method} ${path}`);
      t.true(
        response.body['hasLicense'] ?? response.body['hasFeature'] ?? response.body['licenseType'] === 'basic',
        path,
      );
    }
  for (const fields of [
    { applicationId: desk },
    { applicationId: 'no-id' },
    { applicationId: crm, userId: tenant.owner.userId },
    { applicationId: crm, userId: randomUUID() },
  ])
    for (const [method, path, body] of questions(fields)) {
      const response = await call(method, path, without, body);
      t.deepEqual([response.status, response.body['error']], [403, 'FORBIDDEN'], `${method} ${path}`);
      t.not((await call(method, path, withScope, body)).status, 403, `${method} ${path}`);
    }
});

test('a client of no application checks nothing without licenses:read', async (t) => {
  const { email } = await addMember(server, (await freshTenant(server)).id, 'member');
  const token = await allowedToken(server, { email, scope: 'openid' });
  const { status, body } = await call('GET', `/api/integration/licenses/check?applicationId=${crm}`, token);
  t.deepEqual([status, body['error']], [403, 'FORBIDDEN']);
});

test('licenses:read does not lift a member above their role, licenses:write opens grants to an admin', async (t) => {
  const clientId = await addClient(server, { scopes: [...apiScopes()] });
  const tenant = await licensedTenant(server, 5, basic);
  const scope = 'openid licenses:read licenses:write';
  const member = await addMember(server, tenant.id, 'member');
  const admin = await addMember(server, tenant.id, 'admin');
  const ofMember = await allowedToken(server, { clientId, email: member.email, scope, tenant: tenant.slug });
  const ofAdmin = await allowedToken(server, { clientId, email: admin.email, scope, tenant: tenant.slug });
  const grant = { userId: member.userId, applicationId: crm, licenseTypeId: basic };
  t.is((await call('POST', '/api/integration/licenses/grant', ofMember, grant)).status, 403);
  t.is((await call('POST', '/api/integration/licenses/grant', ofAdmin, grant)).status, 201);
});

test('accepting an invitation through a third-party client needs tenants:write', async (t) => {
  const clientId = await addClient(server, { scopes: [...apiScopes()] });
  const { id, owner } = await freshTenant(server);
  const { email } = await addUser(server);
  const ofOwner = await tokenOf(server.issuer, owner.email);
  t.is((await call('POST', `/api/tenants/${id}/invitations`, ofOwner, { email })).status, 201);
  const path = `/api/invitations/${await server.mailbox.invitationSecret(email)}/accept`;
  const without = await allowedToken(server, { clientId, email, scope: 'openid tenants:read' });
  t.is((await call('POST', path, without, {})).status, 403);
  t.is((await call('POST', path, undefined, {})).status, 401, 'an account exists');
  const withScope = await allowedToken(server, { clientId, email, scope: 'openid tenants:write' });
  t.is((await call('POST', path, withScope, {})).status, 200);
});

test('a refresh token gives the scopes it was granted, and never more', async (t) => {
  const clientId = await addClient(server, { scopes: [...apiScopes()] });
  const { email } = await addUser(server);
  await allowAll(server, { clientId, email, scope: all });
  const scope = 'openid offline_access account:read';
  const { tokens, config } = await allowAll(server, { clientId, email, scope });
  const refreshed = await client.refreshTokenGrant(config, String(tokens.refresh_token));
  t.deepEqual(refreshed.scope?.split(' ').sort(), scope.split(' ').sort());
  t.is((await call('GET', '/api/users/me/export', refreshed.access_token)).status, 200);
  t.is((await call('PATCH', '/api/users/me', refreshed.access_token, { nickname: 'n' })).status, 403);
  const more = { scope: 'openid account:write' };
  const error = await t.throwsAsync(client.refreshTokenGrant(config, String(refreshed.refresh_token), more));
  t.like(error, { error: 'invalid_scope' });
});

test('a scope that is taken from the client, or from the consent, ends in tokens already issued', async (t) => {
  const { db } = server.identity;
  const clientId = await addClient(server, { scopes: [...apiScopes()] });
  const { userId, email } = await addUser(server);
  const { tokens, browser } = await allowAll(server, { clientId, email, scope: all });
  const exporting = async () => (await call('GET', '/api/users/me/export', tokens.access_token)).status;
  t.is(await exporting(), 200);
  const { scopes } = await db.client.findUniqueOrThrow({ where: { id: clientId } });
  await db.client.update({ where: { id: clientId }, data: { scopes: ['openid', 'account:write'] } });
  t.is(await exporting(), 403);
  await db.client.update({ where: { id: clientId }, data: { scopes } });
  t.is(await exporting(), 200);
  await db.consent.deleteMany({ where: { userId, clientId } });
  t.is(await exporting(), 403);
  const again = await allowAll(server, { clientId, email, scope: 'openid account:read', browser });
  t.true(again.asked, 'also in the session that had the consent');
  t.is(again.tokens.scope, 'openid account:read');
});

test('a client that stops being first-party keeps nothing that nobody has consented to', async (t) => {
  const clientId = await addClient(server, { scopes: [...apiScopes()], firstParty: true });
  const { email } = await addUser(server);
  const scope = `${all} offline_access`;
  const { tokens, browser, config, asked } = await allowAll(server, { clientId, email, scope });
  t.false(asked);
  t.is((await call('GET', '/api/users/me/export', tokens.access_token)).status, 200);
  await server.identity.db.client.update({ where: { id: clientId }, data: { firstParty: false } });
  t.is((await call('GET', '/api/users/me/export', tokens.access_token)).status, 403);
  const refreshed = await client.refreshTokenGrant(config, String(tokens.refresh_token));
  t.is((await call('GET', '/api/users/me/export', refreshed.access_token)).status, 403);
  const { page } = await startAuthorization(server, { clientId, email, scope: all, browser });
  t.regex(page.html, /See your whole account/u);
});
