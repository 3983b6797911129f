import { randomUUID } from 'node:crypto';
import test from 'ava';
import { crm } from '../support/licensing-api.js';
import { secretOf, signIn } from '../support/sign-in.js';
import { addUser, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { allowedToken } from '../support/third-party.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const call = (method: string, path: string, token: string | undefined, body?: unknown) =>
  send(server.issuer, method, path, token, body);

/** A fresh tenant, and its owner's token of demo-partner with these scopes. */
async function ownerAtPartner(scope: string) {
  const tenant = await freshTenant(server);
  const { email } = tenant.owner;
  return { tenant, email, token: await allowedToken(server, { email, scope, tenant: tenant.slug }) };
}

test('with consent to openid only, the profile is the id', async (t) => {
  const { tenant, token } = await ownerAtPartner('openid');
  const { status, body } = await call('GET', '/api/users/me', token);
  t.is(status, 200);
  t.deepEqual(body, { id: tenant.owner.userId });
});

const ofProfile = {
  username: null,
  displayName: 'Ada',
  givenName: 'Ada',
  familyName: null,
  middleName: null,
  nickname: null,
  pictureUrl: null,
  website: null,
  gender: null,
  birthdate: '1815-12-10',
  zoneinfo: null,
  locale: null,
};
for (const [scope, fields] of [
  ['openid profile', () => ofProfile],
  ['openid email', (email: string) => ({ email, emailVerified: true })],
  ['openid profile email offline_access', (email: string) => ({ ...ofProfile, email, emailVerified: true })],
] as const) {
  test(`with consent to ${scope}, the profile has the fields that userinfo shows`, async (t) => {
    const { userId, email } = await addUser(server);
    const data = { displayName: 'Ada', givenName: 'Ada', birthdate: '1815-12-10', phone: '+441234567' };
    await server.identity.db.user.update({ where: { id: userId }, data });
    const token = await allowedToken(server, { email, scope });
    const { updatedAt, ...body } = (await call('GET', '/api/users/me', token)).body;
    t.deepEqual(body, { id: userId, ...fields(email) });
    t.is(updatedAt !== undefined, scope.includes('profile'));
  });
}

test('through a first-party client the profile is whole, whatever the scope', async (t) => {
  const { email } = await addUser(server);
  const { tokens } = await signIn(server.issuer, { email, changes: { scope: 'openid' } });
  const { status, body } = await call('GET', '/api/users/me', tokens.access_token);
  t.is(status, 200);
  t.like(body, { email, phone: null, mfaEnabled: false, memberships: [] });
  t.is((await call('GET', '/api/users/me/export', tokens.access_token)).status, 200);
});

const refused: readonly [string, (tenantId: string) => readonly [string, string, unknown?]][] = [
  ['export the data', () => ['GET', '/api/users/me/export']],
  ['change the profile', () => ['PATCH', '/api/users/me', { nickname: 'n' }]],
  ['list the sessions', () => ['GET', '/api/users/me/sessions']],
  ['list the tenants', () => ['GET', '/api/tenants']],
  ['create a tenant', () => ['POST', '/api/tenants', { name: 'Mine' }]],
  ['read the tenant', (id) => ['GET', `/api/tenants/${id}`]],
  ['rename the tenant', (id) => ['PATCH', `/api/tenants/${id}`, { name: 'Renamed' }]],
  ['delete the tenant', (id) => ['DELETE', `/api/tenants/${id}`]],
  ['list the members', (id) => ['GET', `/api/tenants/${id}/members`]],
  ['invite an owner', (id) => ['POST', `/api/tenants/${id}/invitations`, { email: 'e@vil.test', role: 'owner' }]],
  ['list licensed users', () => ['GET', `/api/integration/licenses/apps/${crm}/users`]],
];
for (const [title, request] of refused) {
  test(`with consent to the four scopes of OpenID Connect, a third-party client cannot ${title}`, async (t) => {
    const { tenant, token } = await ownerAtPartner('openid profile email offline_access');
    const { status, body } = await call(...withToken(request(tenant.id), token));
    t.deepEqual([status, body['error']], [403, 'FORBIDDEN']);
    const { name } = await server.identity.db.tenant.findUniqueOrThrow({ where: { id: tenant.id } });
    t.is(name, 'Fresh');
    t.is(await server.identity.db.invitation.count({ where: { tenantId: tenant.id } }), 0);
  });
}
function withToken([method, path, body]: readonly [string, string, unknown?], token: string) {
  return [method, path, token, body] as const;
}

test("a super admin's rights pass through a first-party client and through no other", async (t) => {
  const { userId, email } = await addUser(server);
  await server.identity.db.user.update({ where: { id: userId }, data: { superAdmin: true } });
  const body = () => ({ applicationId: crm, slug: `s-${randomUUID()}`, name: 'New' });
  const partner = await allowedToken(server, { email, scope: 'openid' });
  t.is((await call('POST', '/api/licensing/license-types', partner, body())).status, 403);
  const own = await tokenOf(server.issuer, email);
  t.is((await call('POST', '/api/licensing/license-types', own, body())).status, 201);
});

test('userinfo, introspection and revocation of a third-party token are as before', async (t) => {
  const { tenant, token } = await ownerAtPartner('openid email');
  const { body } = await call('GET', '/api/oauth/userinfo', token);
  t.like(body, { sub: tenant.owner.userId, email: tenant.owner.email, tenant_slug: tenant.slug });
  const form = { client_id: 'demo-partner', client_secret: secretOf('demo-partner'), token };
  const authorization = `Basic ${Buffer.from(`demo-partner:${form.client_secret}`).toString('base64')}`;
  const post = (path: string, fields: Record<string, string>, headers = {}) =>
    fetch(`${server.issuer}${path}`, { method: 'POST', body: new URLSearchParams(fields), headers });
  t.like(await (await post('/api/oauth/introspect', { token }, { authorization })).json(), { active: true });
  t.is((await post('/api/oauth/revoke', form)).status, 200);
  t.is((await call('GET', '/api/users/me', token)).status, 401);
});

test('the pages of the account are open to the browser, and to no token', async (t) => {
  const { token } = await ownerAtPartner('openid');
  const response = await fetch(`${server.issuer}/account`, {
    redirect: 'manual',
    headers: { authorization: `Bearer ${token}` },
  });
  t.not(response.status, 200);
});
