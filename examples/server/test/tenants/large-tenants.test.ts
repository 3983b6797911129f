import { verifyDatabase } from '@org/identity-server';
import test from 'ava';
import * as client from 'openid-client';
import { demoPassword } from '../../src/demo-data.js';
import { addLargeTenant, holdMembership } from '../support/large-tenant.js';
import { crm, random } from '../support/licensing-api.js';
import { buildRequest, call, configure, signIn } from '../support/sign-in.js';
import { send, tokenOf } from '../support/tenant-api.js';
import { allPlugins, startTestServer, type TestServer, testSecret } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer({ plugins: allPlugins(), refreshGraceSeconds: 60 });
});
test.after.always(() => server?.stop());

type LargeTenant = Awaited<ReturnType<typeof addLargeTenant>>;

const api = async (method: string, path: string, token: string | undefined, body?: unknown) => {
  const { status, body: reply } = await send(server.issuer, method, path, token, body);
  return [status, reply['error']];
};
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: { error?: string }) => error.error,
  );

/** Waits until the tenant is closing. The batch that waits for a lock shows that. */
async function closing({ id }: LargeTenant): Promise<void> {
  while ((await server.identity.db.tenant.count({ where: { id, closingAt: null } })) > 0)
    await new Promise((resolve) => setImmediate(resolve));
}

/** Everything of a tenant that is stored. */
async function rowsOf(tenantId: string) {
  const { db } = server.identity;
  const where = { tenantId };
  return {
    tenants: await db.tenant.count({ where: { id: tenantId } }),
    memberships: await db.membership.count({ where }),
    counters: await db.memberCount.count({ where: { ...where, count: { gt: 0 } } }),
    words: await db.memberWord.count({ where }),
    invitations: await db.invitation.count({ where }),
    seats: await db.seat.count({ where }),
    openPeriods: await db.seatPeriod.count({ where: { ...where, endedAt: null } }),
    subscriptions: await db.subscription.count({ where }),
    clients: await db.client.count({ where }),
    webhooks: await db.webhook.count({ where }),
    domains: await db.domain.count({ where }),
    livingGrants: await db.oidcGrant.count({ where: { ...where, revokedAt: null } }),
  };
}

test('a large tenant is gone for everybody from the first transaction of its deletion on', async (t) => {
  const tenant = await addLargeTenant(server);
  const { id, slug, owner, member, memberSignIn, ownerToken } = tenant;
  const { issuer, databaseUrl, identity } = server;
  const { config, tokens } = memberSignIn;
  // Within the grace period, this token gets the same response again.
  const used = tokens.refresh_token ?? '';
  const refreshed = await client.refreshTokenGrant(config, used);
  t.is((await client.refreshTokenGrant(config, used)).refresh_token, refreshed.refresh_token);
  const held = await holdMembership(server, member.membershipId);
  t.teardown(held.release);
  const deletion = api('DELETE', `/api/tenants/${id}`, ownerToken);
  await closing(tenant);
  t.true((await rowsOf(id)).memberships > 0, 'most of it is still stored');

  // The database is sound at any time.
  const verified = await verifyDatabase({ databaseUrl, secret: testSecret, plugins: allPlugins() });
  t.deepEqual(
    verified.checks.filter(({ sound }) => !sound),
    [],
  );

  // Tokens.
  const invalid = [401, 'UNAUTHORIZED'];
  t.deepEqual(await api('GET', `/api/tenants/${id}`, ownerToken), invalid);
  t.deepEqual(await api('GET', `/api/tenants/${id}/members`, tenant.machineToken), invalid);
  t.deepEqual(
    await api('POST', '/api/integration/licenses/grant', tenant.machineToken, {
      ...tenant.grant,
      userId: owner.userId,
    }),
    invalid,
  );
  t.is((await call(issuer, '/api/oauth/userinfo', tokens.access_token)).status, 401);
  t.false((await client.tokenIntrospection(config, tokens.access_token)).active);
  t.false((await client.tokenIntrospection(config, refreshed.refresh_token ?? '')).active);
  t.is(await errorOf(client.refreshTokenGrant(config, used)), 'invalid_grant');
  t.is(await errorOf(client.refreshTokenGrant(config, refreshed.refresh_token ?? '')), 'invalid_grant');
  // A process may remember a client for a second.
  const late = await client.clientCredentialsGrant(tenant.machine).catch(() => undefined);
  t.deepEqual(await api('GET', `/api/tenants/${id}`, late?.access_token), invalid);

  // The owner, with a new token: it belongs to no tenant.
  const { browser, tokens: fresh } = await signIn(issuer, { email: owner.email });
  const notFound = [404, 'TENANT_NOT_FOUND'];
  for (const path of ['', '/members', '/invitations', '/events', '/license-rules', '/webhooks'])
    t.deepEqual(await api('GET', `/api/tenants/${id}${path}`, fresh.access_token), notFound, path);
  t.deepEqual(await api('PATCH', `/api/tenants/${id}`, fresh.access_token, { name: 'Again' }), notFound);
  t.deepEqual(await api('DELETE', `/api/tenants/${id}`, fresh.access_token), notFound);
  t.deepEqual((await call(issuer, '/api/tenants', fresh.access_token)).body['tenants'], []);
  t.deepEqual((await call(issuer, '/api/users/me', fresh.access_token)).body['memberships'], []);
  t.deepEqual(await api('POST', '/api/tenants', fresh.access_token, { name: 'X', slug }), [409, 'SLUG_TAKEN']);
  t.is((await browser.open(`/console/${slug}`)).status, 404);
  const { url } = await buildRequest(await configure(issuer, 'demo-web'), { tenant: slug });
  t.truthy((await browser.open(url)).url.searchParams.get('error'), 'nobody signs in to it');

  // Machines of the platform.
  const asked = { tenantId: id, userId: member.userId, applicationId: crm };
  const check = await send(issuer, 'POST', '/api/integration/licenses/check', tenant.platformToken, asked);
  t.like(check.body, { hasLicense: false, reason: 'NOT_A_MEMBER' });
  const subscriptions = `/api/licensing/tenants/${id}/subscriptions`;
  t.deepEqual(await api('GET', subscriptions, tenant.platformToken), notFound);
  t.is(
    (await api('PATCH', `${subscriptions}/${tenant.subscriptionId}`, tenant.platformToken, { quantity: 9 }))[0],
    404,
  );
  t.is((await api('PATCH', `${subscriptions}/${random}`, tenant.platformToken, { quantity: 9 }))[0], 404);

  // The invited user.
  const invitation = `/api/invitations/${tenant.invitationSecret}`;
  const invitedToken = await tokenOf(issuer, tenant.invited.email);
  t.deepEqual(await api('POST', `${invitation}/accept`, invitedToken), [404, 'INVITATION_NOT_FOUND']);
  t.is((await browser.open(`/invitations/${tenant.invitationSecret}`)).status, 404);

  await held.release();
  t.deepEqual(await deletion, [200, undefined]);
  const rows = await rowsOf(id);
  t.deepEqual(rows, Object.fromEntries(Object.keys(rows).map((name) => [name, 0])) as typeof rows);
  const { db } = identity;
  const trail = await db.event.groupBy({ by: ['type'], where: { tenantId: id }, _count: true });
  const counts = Object.fromEntries(trail.map(({ type, _count }) => [type, _count]));
  t.is(counts['tenant.deleted'], 1);
  t.is(counts['seat.revoked'], tenant.seats);
  t.is(await db.heldSlug.count({ where: { slug } }), 1);
  t.is(await db.user.count({ where: { id: { in: [owner.userId, member.userId] } } }), 2);
});

test('the only owner of a tenant that is closing can delete the account', async (t) => {
  const tenant = await addLargeTenant(server);
  const { id, owner, member } = tenant;
  const held = await holdMembership(server, member.membershipId);
  t.teardown(held.release);
  const deletion = api('DELETE', `/api/tenants/${id}`, tenant.ownerToken);
  await closing(tenant);
  const token = await tokenOf(server.issuer, owner.email);
  const confirmed = { password: demoPassword, confirmation: 'DELETE' };
  const leaving = api('DELETE', '/api/users/me', token, confirmed);
  await held.release();
  t.deepEqual(await Promise.all([deletion, leaving]), [
    [200, undefined],
    [200, undefined],
  ]);
  t.is(await server.identity.db.event.count({ where: { tenantId: id, type: 'member.suspended' } }), 0);
  t.is((await rowsOf(id)).memberships, 0);
});
