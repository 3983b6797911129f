import { randomUUID } from 'node:crypto';
import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { buildRequest, call, secretOf, signIn } from '../support/sign-in.js';
import { addMember, freshTenant, machineTokenOf, tokenOf } from '../support/tenant-api.js';
import { accept, api, invited, password, server } from '../support/tenant-threat-tests.js';

test('an admin cannot make themselves an owner, nor a member themselves an admin', async (t) => {
  const { id } = await freshTenant(server);
  for (const [role, wanted] of [
    ['admin', 'owner'],
    ['member', 'admin'],
    ['member', 'owner'],
  ] as const) {
    const me = await addMember(server, id, role);
    const token = await tokenOf(server.issuer, me.email);
    for (const body of [{ role: wanted }, { role: wanted, status: 'ACTIVE' }]) {
      const response = await api('PATCH', `/api/tenants/${id}/members/${me.membershipId}`, token, body);
      t.deepEqual([response.status, response.body['error']], [403, 'FORBIDDEN']);
    }
    const membership = await server.identity.db.membership.findUniqueOrThrow({ where: { id: me.membershipId } });
    t.is(membership.role, role);
  }
});

test('an admin cannot touch an owner who is only invited or suspended', async (t) => {
  const { id } = await freshTenant(server);
  const admin = await addMember(server, id, 'admin');
  const token = await tokenOf(server.issuer, admin.email);
  for (const status of ['INVITED', 'SUSPENDED'] as const) {
    const owner = await addMember(server, id, 'owner', status);
    const path = `/api/tenants/${id}/members/${owner.membershipId}`;
    for (const attempt of [
      api('PATCH', path, token, { role: 'member' }),
      api('PATCH', path, token, { status: 'ACTIVE' }),
      api('DELETE', path, token),
    ]) {
      t.is((await attempt).status, 403, status);
    }
    t.is(await server.identity.db.membership.count({ where: { id: owner.membershipId, role: 'owner', status } }), 1);
  }
});

test('a suspended owner can neither see the tenant nor reactivate themselves', async (t) => {
  const { id } = await freshTenant(server);
  const elsewhere = await freshTenant(server);
  const owner = await addMember(server, id, 'owner', 'SUSPENDED');
  await server.identity.db.membership.create({ data: { tenantId: elsewhere.id, userId: owner.userId } });
  const token = await tokenOf(server.issuer, owner.email, elsewhere.slug);
  const path = `/api/tenants/${id}/members/${owner.membershipId}`;
  for (const attempt of [
    api('PATCH', path, token, { status: 'ACTIVE' }),
    api('DELETE', path, token),
    api('GET', `/api/tenants/${id}`, token),
  ]) {
    const { status, body } = await attempt;
    t.deepEqual([status, body['error']], [404, 'TENANT_NOT_FOUND']);
  }
});

test('somebody new who sends a role is refused by the API, and by the page gets the role they were invited with', async (t) => {
  const { secret, tenant, email } = await invited();
  for (const field of ['role', 'tenantId', 'email', 'emailVerified', 'superAdmin']) {
    t.is((await accept(secret, { password, [field]: 'owner' })).status, 422, field);
  }
  const browser = new TestBrowser(server.issuer);
  const page = await browser.open(`/invitations/${secret}`);
  await browser.submit(page, {
    displayName: 'Eve',
    password,
    role: 'owner',
    superAdmin: 'true',
    email: 'eve@evil.test',
  });
  const membership = await server.identity.db.membership.findFirstOrThrow({
    where: { tenantId: tenant.id, user: { normalizedEmail: email } },
    include: { user: true },
  });
  t.like(membership, { role: 'member', status: 'ACTIVE' });
  t.like(membership.user, { email, superAdmin: false });
});

test('an invitation is not accepted by a machine, by a suspended account’s token, or after its tenant is deleted', async (t) => {
  const { secret, tenant, token } = await invited();
  const machine = await accept(secret, {}, await machineTokenOf(server.issuer, 'platform-machine'));
  t.deepEqual([machine.status, machine.body['error']], [403, 'FORBIDDEN']);
  t.is((await accept(secret, {}, 'not-a-token')).status, 401);
  t.is((await api('DELETE', `/api/tenants/${tenant.id}`, token)).status, 200);
  t.is((await accept(secret)).status, 404);
});

test('an account that waits for its deletion accepts nothing', async (t) => {
  const { db } = server.identity;
  const home = await freshTenant(server);
  const person = await addMember(server, home.id, 'member');
  const token = await tokenOf(server.issuer, person.email);
  const signedIn = await signIn(server.issuer, { email: person.email });
  const { secret, tenant } = await invited({ email: person.email });
  const join = await signedIn.browser.open(`/invitations/${secret}`);
  t.regex(join.html, />Join</u);
  await db.user.update({ where: { id: person.userId }, data: { deletedAt: new Date() } });
  t.notRegex((await signedIn.browser.submit(join, {})).html, /You are now a member/u, 'by a session of before');
  t.is((await accept(secret, {}, token)).status, 401);
  t.is((await accept(secret)).status, 401);
  const browser = new TestBrowser(server.issuer);
  const page = await browser.open(`/invitations/${secret}`);
  t.notRegex((await browser.submit(page, { password: 'demo-Passphrase-42' })).html, /You are now a member/u);
  t.is(await db.membership.count({ where: { tenantId: tenant.id, status: 'ACTIVE' } }), 1);
});

test('an account that was deleted and made again has no old memberships, seats, consents, sessions or tokens', async (t) => {
  const { db } = server.identity;
  const old = await freshTenant(server);
  const person = await addMember(server, old.id, 'admin');
  const { id: applicationId } = await db.application.findFirstOrThrow({ where: { name: 'CRM' } });
  const { id: licenseTypeId } = await db.licenseType.findFirstOrThrow({ where: { applicationId } });
  const { id: subscriptionId } = await db.subscription.create({
    data: { tenantId: old.id, applicationId, licenseTypeId, quantityPurchased: 1 },
  });
  await db.seat.create({ data: { subscriptionId, tenantId: old.id, applicationId, userId: person.userId } });
  await db.consent.create({ data: { userId: person.userId, clientId: 'demo-partner', scopes: ['openid'] } });
  const { browser, tokens, config } = await signIn(server.issuer, { email: person.email });
  const invitedByThem = await api('POST', `/api/tenants/${old.id}/invitations`, tokens.access_token, {
    email: `${randomUUID()}@people.test`,
  });
  t.is(invitedByThem.status, 201);
  const waiting = await freshTenant(server);
  await db.membership.create({ data: { tenantId: waiting.id, userId: person.userId, status: 'INVITED' } });

  await db.user.delete({ where: { id: person.userId } });
  const { secret, tenant } = await invited({ email: person.email });
  const again = await accept(secret);
  t.is(again.status, 200);

  const userId = String(again.body['userId']);
  t.not(userId, person.userId);
  const memberships = await db.membership.findMany({ where: { userId } });
  t.deepEqual(
    memberships.map(({ tenantId, role }) => [tenantId, role]),
    [[tenant.id, 'member']],
  );
  t.is(await db.membership.count({ where: { tenantId: { in: [old.id, waiting.id] }, role: { not: 'owner' } } }), 0);
  t.is(await db.seat.count({ where: { tenantId: old.id } }), 0);
  t.is(await db.consent.count({ where: { userId: { in: [userId, person.userId] } } }), 0);
  t.is((await call(server.issuer, '/api/users/me', tokens.access_token)).status, 401);
  t.is((await call(server.issuer, `/api/tenants/${old.id}`, tokens.access_token)).status, 401);
  const refreshed = await fetch(`${server.issuer}/api/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`demo-web:${secretOf('demo-web')}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) }),
  });
  t.deepEqual([refreshed.status, ((await refreshed.json()) as { error: string }).error], [400, 'invalid_grant']);
  const silent = await browser.open((await buildRequest(config, { prompt: 'none' })).url);
  t.is(silent.url.searchParams.get('error'), 'login_required', 'the old cookie signs nobody in');
  const page = await browser.open(`/invitations/${(await invited({ email: person.email, mails: 2 })).secret}`);
  t.regex(page.html, /name="password"/u, 'nor on the pages of invitations');
  const { tokens: fresh } = await signIn(server.issuer, { email: person.email, password });
  const { body } = await call(server.issuer, '/api/tenants', fresh.access_token);
  t.deepEqual(
    (body['tenants'] as { id: string }[]).map(({ id }) => id),
    [tenant.id],
  );
});
