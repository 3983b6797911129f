import test from 'ava';
import type { ResponseBodyError } from 'openid-client';
import { alive, type Connected, connect, dead, eventsAbout, works } from '../support/connected-applications.js';
import { machineToken } from '../support/licensing-api.js';
import { exchange, signIn } from '../support/sign-in.js';
import { addMember, addUser, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { addClient, startAuthorization } from '../support/third-party.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;
const codeOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body['error']];

/** A tenant whose member uses a third-party client, and its owner's calls. */
async function scene() {
  const tenant = await freshTenant(server);
  const member = await addMember(server, tenant.id, 'member');
  const clientId = await addClient(server);
  const token = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  const base = `/api/tenants/${tenant.id}`;
  const one = (method: string, body?: unknown, by = token) =>
    send(server.issuer, method, `${base}/applications/${clientId}`, by, body);
  const setDefault = (thirdPartyApps: string, by = token) =>
    send(server.issuer, 'PUT', `${base}/application-policy`, by, { thirdPartyApps });
  const list = async (by = token) => send(server.issuer, 'GET', `${base}/applications`, by);
  const use = (email = member.email): Promise<Connected> => connect(server, { clientId, email, tenant: tenant.slug });
  const begin = () =>
    startAuthorization(server, { clientId, email: member.email, tenant: tenant.slug, scope: 'openid email' });
  return { tenant, member, clientId, token, base, one, setDefault, list, use, begin };
}

test('blocking ends what the application got for this tenant, and nothing else', async (t) => {
  const { tenant, member, clientId, one, use, begin } = await scene();
  const other = await freshTenant(server);
  await db().membership.create({ data: { tenantId: other.id, userId: member.userId } });
  const here = await use();
  const there = await connect(server, { clientId, email: member.email, tenant: other.slug });
  const firstParty = await signIn(server.issuer, { email: member.email, changes: { tenant: tenant.slug } });
  t.like(await one('PUT', { status: 'BLOCKED' }), { status: 200, body: { status: 'BLOCKED', allowed: false } });
  t.deepEqual(await works(server, here), dead);
  t.deepEqual(await works(server, there), alive);
  t.is((await send(server.issuer, 'GET', '/api/users/me', firstParty.tokens.access_token)).status, 200);
  const { page } = await begin();
  t.true(page.html.includes('does not allow this application'));
  t.is((await eventsAbout(server, 'application.blocked', clientId)).length, 1);
  t.like(await one('DELETE'), { status: 200 });
  t.deepEqual(await works(server, await use()), alive);
});

test('a decision counts for tokens of grants that were written a moment later', async (t) => {
  const { tenant, clientId, use } = await scene();
  const connected = await use();
  // Directly in the database: no grant is revoked.
  await db().tenantApplication.create({ data: { tenantId: tenant.id, clientId, status: 'BLOCKED' } });
  t.deepEqual(await works(server, connected), dead);
});

test('a code from before the decision gets no token', async (t) => {
  const { one, begin } = await scene();
  const asked = await begin();
  const end = await asked.browser.submit(asked.page, {});
  t.is((await one('PUT', { status: 'BLOCKED' })).status, 200);
  const error = await t.throwsAsync<ResponseBodyError>(exchange(asked.request, end.url));
  t.is(error?.error, 'invalid_grant');
});

for (const rule of ['ASK', 'BLOCK'] as const)
  test(`${rule} as the default ends what was not allowed one by one`, async (t) => {
    const { clientId, one, setDefault, use, base, token } = await scene();
    const connected = await use();
    const allowedId = await addClient(server);
    const path = `${base}/applications/${allowedId}`;
    t.is((await send(server.issuer, 'PUT', path, token, { status: 'ALLOWED' })).status, 200);
    t.like(await setDefault(rule), { status: 200, body: { thirdPartyApps: rule } });
    t.deepEqual(await works(server, connected), dead);
    t.like(await one('GET'), { body: { clientId, status: null, allowed: false } });
    t.like(await send(server.issuer, 'GET', path, token), { body: { status: 'ALLOWED', allowed: true } });
    t.like(await one('PUT', { status: 'ALLOWED' }), { body: { status: 'ALLOWED', allowed: true } });
    const again = await use();
    t.deepEqual(await works(server, again), alive);
    // Without the decision the default counts again.
    t.is((await one('DELETE')).status, 200);
    t.deepEqual(await works(server, again), dead);
  });

test('first-party clients are never subject to it, not even by an old decision', async (t) => {
  const { tenant, member, clientId, one, setDefault, use } = await scene();
  await one('PUT', { status: 'BLOCKED' });
  await setDefault('BLOCK');
  await db().client.update({ where: { id: clientId }, data: { firstParty: true } });
  t.deepEqual(await works(server, await use()), alive);
  const { tokens } = await signIn(server.issuer, { email: member.email, changes: { tenant: tenant.slug } });
  t.is((await send(server.issuer, 'GET', '/api/users/me', tokens.access_token)).status, 200);
  t.is((await one('PUT', { status: 'BLOCKED' })).status, 404);
  t.is((await one('GET')).status, 404);
});

test('without a page the client learns that one is needed', async (t) => {
  const { tenant, member, clientId, setDefault, begin } = await scene();
  await setDefault('BLOCK');
  const { browser, page } = await begin();
  t.true(page.html.includes('does not allow this application'));
  const asking = { clientId, email: member.email, tenant: tenant.slug, scope: 'openid email', prompt: 'none', browser };
  const silent = await startAuthorization(server, asking);
  t.is(silent.page.url.searchParams.get('error'), 'interaction_required');
});

test('the list has every application in use or decided about, with its members and its last use', async (t) => {
  const { tenant, member, clientId, one, list, use } = await scene();
  t.deepEqual((await list()).body['applications'], []);
  await use();
  await use((await addMember(server, tenant.id, 'member')).email);
  const [entry] = (await list()).body['applications'] as Record<string, unknown>[];
  t.like(entry, { clientId, status: null, allowed: true, members: 2, requestedBy: null });
  t.truthy(entry?.['lastUsedAt']);
  // A suspension forgets the use, and so does a removal.
  const token = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  const path = `/api/tenants/${tenant.id}/members/${member.membershipId}`;
  t.is((await send(server.issuer, 'PATCH', path, token, { status: 'SUSPENDED' })).status, 200);
  t.like(((await list()).body['applications'] as unknown[])[0], { members: 1 });
  // Decided about, and used by nobody.
  const other = await addClient(server);
  const decided = `/api/tenants/${tenant.id}/applications/${other}`;
  t.is((await send(server.issuer, 'PUT', decided, token, { status: 'BLOCKED' })).status, 200);
  t.like((await list()).body, { pagination: { page: 1, limit: 20, total: 2, pages: 1 } });
  t.like(await one('PUT', { status: 'ALLOWED' }), { status: 200, body: { members: 1 } });
});

test('managers decide; members, suspended managers, other tenants, machines and third-party clients do not', async (t) => {
  const { tenant, member, clientId, base, list, one, setDefault } = await scene();
  const admin = await addMember(server, tenant.id, 'admin');
  t.is((await setDefault('ALLOW', await tokenOf(server.issuer, admin.email))).status, 200);
  const suspended = await addMember(server, tenant.id, 'owner', 'SUSPENDED');
  const stranger = await freshTenant(server);
  const partner = await addClient(server, { scopes: ['tenants:read', 'tenants:write'] });
  const scope = 'openid tenants:read tenants:write';
  const asPartner = { clientId: partner, email: tenant.owner.email, tenant: tenant.slug, scope };
  const partnerToken = (await connect(server, asPartner)).tokens.access_token;
  const forbidden = [403, 'FORBIDDEN'];
  const unknown = [404, 'TENANT_NOT_FOUND'];
  const callers: [string, string, unknown[]][] = [
    ['member', await tokenOf(server.issuer, member.email), forbidden],
    ['suspended owner', await tokenOf(server.issuer, suspended.email), unknown],
    ['owner of another tenant', await tokenOf(server.issuer, stranger.owner.email), unknown],
    ['user without a tenant', await tokenOf(server.issuer, (await addUser(server)).email), unknown],
    ['machine', await machineToken(server, tenant.id, ['tenants:read']), forbidden],
  ];
  for (const [who, token, expected] of callers) {
    t.deepEqual(codeOf(await list(token)), expected, who);
    t.deepEqual(codeOf(await one('GET', undefined, token)), expected, who);
    t.deepEqual(codeOf(await one('PUT', { status: 'BLOCKED' }, token)), expected, who);
    t.deepEqual(codeOf(await one('DELETE', undefined, token)), expected, who);
    t.deepEqual(codeOf(await setDefault('BLOCK', token)), expected, who);
  }
  // The owner's own rights, through a third-party client: it reads, and changes nothing, not even in a rehearsal.
  t.is((await list(partnerToken)).status, 200);
  for (const query of ['', '?rehearse=true']) {
    const at = (path: string) => `${base}/${path}${query}`;
    const calls = [
      send(server.issuer, 'PUT', at(`applications/${clientId}`), partnerToken, { status: 'BLOCKED' }),
      send(server.issuer, 'PUT', at(`applications/${partner}`), partnerToken, { status: 'ALLOWED' }),
      send(server.issuer, 'DELETE', at(`applications/${clientId}`), partnerToken),
      send(server.issuer, 'PUT', at('application-policy'), partnerToken, { thirdPartyApps: 'ALLOW' }),
    ];
    for (const response of await Promise.all(calls)) t.deepEqual(codeOf(response), forbidden);
  }
  t.is(await db().tenantApplication.count({ where: { tenantId: tenant.id } }), 0);
  t.like(await db().tenant.findUnique({ where: { id: tenant.id } }), { thirdPartyApps: 'ALLOW' });
});

test('a decision is about this tenant only, and about clients that it can use', async (t) => {
  const { clientId, one, token, base } = await scene();
  const other = await freshTenant(server);
  await one('PUT', { status: 'BLOCKED' });
  const otherToken = await tokenOf(server.issuer, other.owner.email);
  const there = await send(server.issuer, 'GET', `/api/tenants/${other.id}/applications/${clientId}`, otherToken);
  t.like(there, { status: 200, body: { status: null, allowed: true } });
  const ofOther = await addClient(server);
  await db().client.update({ where: { id: ofOther }, data: { tenantId: other.id } });
  for (const id of [ofOther, 'demo-web', 'demo-machine', 'no-such-client'])
    for (const [method, body] of [['GET'], ['PUT', { status: 'BLOCKED' }], ['DELETE']] as const)
      t.is((await send(server.issuer, method, `${base}/applications/${id}`, token, body)).status, 404, id);
  for (const body of [{}, { status: 'REQUESTED' }, { status: 'ALLOWED', more: 1 }, { status: null }])
    t.is((await one('PUT', body)).status, 422);
});
