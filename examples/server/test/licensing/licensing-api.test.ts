import { randomUUID } from 'node:crypto';
import test from 'ava';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { basic, crm, desk, licensedTenant, pro, random, seat, standard } from '../support/licensing-api.js';
import { admin, asPlatform, codeOf, iso, licenses, scene, server } from '../support/licensing-tests.js';
import { configure, call as fetchJson, secretOf, signIn } from '../support/sign-in.js';
import { addMember, tokenOf } from '../support/tenant-api.js';

test('a check answers the license, by GET, by POST with a body and by POST with a query', async (t) => {
  const { tenant, call, member } = await scene(1);
  const userId = await member();
  await seat(server, tenant, userId);
  const query = `userId=${userId}&applicationId=${crm}`;
  const responses = [
    await call('GET', `${licenses}/check?${query}`),
    await call('POST', `${licenses}/check`, { userId, applicationId: crm }),
    await call('POST', `${licenses}/check?${query}`),
    await call('POST', `${licenses}/check?userId=${userId}`, { applicationId: crm }),
  ];
  for (const { status, body } of responses) {
    const { assignedAt, ...rest } = body;
    t.is(status, 200);
    t.regex(String(assignedAt), iso);
    t.deepEqual(rest, {
      hasLicense: true,
      licenseType: 'pro',
      licenseTypeName: 'Pro',
      features: ['contacts', 'reports', 'api'],
      limits: {},
      reason: 'LICENSED',
    });
  }
});

test('a check without a license answers nulls, no features, no time, and why', async (t) => {
  const { call, member } = await scene(1);
  const { status, body } = await call('GET', `${licenses}/check?userId=${await member()}&applicationId=${crm}`);
  t.is(status, 200);
  const nothing = { licenseType: null, licenseTypeName: null, features: [], limits: {} };
  t.deepEqual(body, { hasLicense: false, ...nothing, reason: 'NO_SEAT' });
});

test('a feature is answered with its reason, by GET and by POST', async (t) => {
  const { tenant, call, member } = await scene(1);
  const userId = await member();
  await seat(server, tenant, userId);
  const query = `userId=${userId}&applicationId=${crm}&featureKey=`;
  const included = { hasFeature: true, reason: 'LICENSED' };
  t.deepEqual((await call('GET', `${licenses}/feature?${query}reports`)).body, included);
  t.deepEqual((await call('POST', `${licenses}/feature?${query}reports`)).body, included);
  const body = { userId, applicationId: crm, featureKey: 'export' };
  t.deepEqual((await call('POST', `${licenses}/feature`, body)).body, {
    hasFeature: false,
    reason: 'FEATURE_NOT_INCLUDED',
  });
});

test('the type of a license is its slug, or null without one', async (t) => {
  const { tenant, call, member } = await scene(1);
  const [userId, other] = [await member(), await member()];
  await seat(server, tenant, userId);
  t.deepEqual((await call('GET', `${licenses}/type?userId=${userId}&applicationId=${crm}`)).body, {
    licenseType: 'pro',
  });
  t.deepEqual((await call('GET', `${licenses}/type?userId=${other}&applicationId=${crm}`)).body, { licenseType: null });
});

test('the person of the token is asked about when nobody is named', async (t) => {
  const token = await tokenOf(server.issuer, 'member@acme.test');
  const { body } = await fetchJson(server.issuer, `${licenses}/check?applicationId=${crm}`, token);
  t.is(body['licenseType'], 'pro');
  const type = await fetchJson(server.issuer, `${licenses}/type?applicationId=${desk}`, token);
  t.deepEqual(type.body, { licenseType: null });
});

test('licensed users are listed and counted, those of the own tenant alone', async (t) => {
  const { tenant, call } = await scene(3);
  const other = await licensedTenant(server, 1);
  await seat(server, other, other.owner.userId);
  t.deepEqual((await call('GET', `${licenses}/apps/${crm}/users`)).body, []);
  const { db } = server.identity;
  const data = { givenName: 'Ada', familyName: 'Lovelace' };
  const user = await db.user.update({ where: { id: tenant.owner.userId }, data });
  await seat(server, tenant, user.id);
  const { status, body, headers } = await call('GET', `${licenses}/apps/${crm}/users`);
  t.is(status, 200);
  t.is(headers.get('content-type'), 'application/json; charset=utf-8');
  t.is(headers.get('cache-control'), 'no-store');
  const [entry, ...more] = body as unknown as Record<string, unknown>[];
  const { assignedAt, ...rest } = entry ?? {};
  t.regex(String(assignedAt), iso);
  const license = { licenseType: 'pro', licenseTypeName: 'Pro', lastUsedAt: null };
  t.deepEqual([rest, more], [{ userId: user.id, email: user.email, ...data, ...license }, []]);
  t.deepEqual((await call('GET', `${licenses}/apps/${crm}/count`)).body, { count: 1 });
  t.deepEqual((await call('GET', `${licenses}/apps/${desk}/count`)).body, { count: 0 });
});

test('a grant answers 201 and the assignment; the seat is in use from then on', async (t) => {
  const { call, member } = await scene(1);
  const userId = await member();
  const { status, body } = await call('POST', `${licenses}/grant`, { userId, applicationId: crm, licenseTypeId: pro });
  t.is(status, 201);
  const { id, assignedAt, ...rest } = body;
  t.regex(String(id), /^[\da-f-]{36}$/u);
  t.regex(String(assignedAt), iso);
  t.deepEqual(rest, { userId, licenseTypeId: pro, licenseTypeName: 'Pro' });
  const check = await call('GET', `${licenses}/check?userId=${userId}&applicationId=${crm}`);
  t.is(check.body['assignedAt'], assignedAt);
});

test('every reason not to grant a seat has its error, and changes nothing', async (t) => {
  const { tenant, call, member } = await scene(1);
  const [userId, second] = [await member(), await member()];
  const suspended = await addMember(server, tenant.id, 'member', 'SUSPENDED');
  const outsider = (await licensedTenant(server, 1)).owner;
  const grant = async (changes: object) =>
    codeOf(await call('POST', `${licenses}/grant`, { userId, applicationId: crm, licenseTypeId: pro, ...changes }));
  for (const applicationId of [random, 'x'])
    t.deepEqual(await grant({ applicationId }), [400, 'INVALID_APPLICATION_ID']);
  for (const licenseTypeId of [random, 'x', standard]) {
    t.deepEqual(await grant({ licenseTypeId }), [400, 'INVALID_LICENSE_TYPE']);
  }
  for (const nobody of [random, 'x', outsider.userId, suspended.userId]) {
    t.deepEqual(await grant({ userId: nobody }), [404, 'USER_NOT_FOUND']);
  }
  t.deepEqual(await grant({ licenseTypeId: basic }), [400, 'NO_SEATS_AVAILABLE'], 'no subscription of that license');
  t.is(await server.identity.db.seat.count({ where: { tenantId: tenant.id } }), 0);
  t.deepEqual(await grant({}), [201, undefined]);
  t.deepEqual(await grant({}), [400, 'ALREADY_LICENSED']);
  t.deepEqual(await grant({ licenseTypeId: basic }), [400, 'ALREADY_LICENSED']);
  t.deepEqual(await grant({ userId: second }), [400, 'NO_SEATS_AVAILABLE']);
});

test('a subscription that is not active has no seats to give', async (t) => {
  const { tenant, call, member } = await scene(5);
  const body = { userId: await member(), applicationId: crm, licenseTypeId: pro };
  const path = `${admin}/tenants/${tenant.id}/subscriptions/${tenant.subscriptionId}`;
  const past = new Date(Date.now() - 1_000).toISOString();
  for (const change of [{ status: 'SUSPENDED' }, { status: 'CANCELED' }, { status: 'ACTIVE', expiresAt: past }]) {
    t.is((await asPlatform('PATCH', path, change)).status, 200);
    t.deepEqual(codeOf(await call('POST', `${licenses}/grant`, body)), [400, 'NO_SEATS_AVAILABLE']);
  }
  t.is((await asPlatform('PATCH', path, { expiresAt: null })).body['status'], 'ACTIVE');
  t.is((await call('POST', `${licenses}/grant`, body)).status, 201);
});

test('a revocation frees the seat, once', async (t) => {
  const { tenant, call, member } = await scene(1);
  const userId = await member();
  await seat(server, tenant, userId);
  const revoke = (changes = {}) => call('POST', `${licenses}/revoke`, { userId, applicationId: crm, ...changes });
  t.deepEqual(codeOf(await revoke({ applicationId: random })), [400, 'INVALID_APPLICATION_ID']);
  t.deepEqual(codeOf(await revoke({ applicationId: desk })), [404, 'LICENSE_NOT_FOUND']);
  const { status, body } = await revoke();
  t.deepEqual([status, body], [200, { success: true, message: 'The license was revoked.' }]);
  for (const again of [await revoke(), await revoke({ userId: 'x' }), await revoke({ userId: random })]) {
    t.deepEqual(codeOf(again), [404, 'LICENSE_NOT_FOUND']);
  }
  const grant = { userId: await member(), applicationId: crm, licenseTypeId: pro };
  t.is((await call('POST', `${licenses}/grant`, grant)).status, 201);
});

test('an application that does not exist is INVALID_APPLICATION_ID everywhere', async (t) => {
  const { call, member } = await scene(1);
  const userId = await member();
  for (const id of [random, 'x']) {
    for (const path of [
      `check?userId=${userId}&applicationId=${id}`,
      `feature?userId=${userId}&featureKey=x&applicationId=${id}`,
      `type?userId=${userId}&applicationId=${id}`,
      `apps/${id}/users`,
      `apps/${id}/count`,
    ]) {
      t.deepEqual(codeOf(await call('GET', `${licenses}/${path}`)), [400, 'INVALID_APPLICATION_ID'], path);
    }
  }
  const type = { applicationId: random, slug: 'gold', name: 'Gold' };
  t.deepEqual(codeOf(await asPlatform('POST', `${admin}/license-types`, type)), [400, 'INVALID_APPLICATION_ID']);
  const filtered = await asPlatform('GET', `${admin}/license-types?applicationId=x`);
  t.deepEqual(codeOf(filtered), [400, 'INVALID_APPLICATION_ID']);
});

test('a client with license claims gets them in tokens and userinfo; a change shows in introspection at once and at the next refresh', async (t) => {
  const { tenant, call } = await scene(1);
  const { db } = server.identity;
  // A new client, so that the tokens of the demo client do not change.
  const demo = await db.client.findUniqueOrThrow({ where: { id: 'demo-web' }, include: { secrets: true } });
  const { secrets, ...copied } = demo;
  const id = `app-${randomUUID()}`;
  const hash = secrets[0]?.hash ?? new Uint8Array();
  await db.client.create({
    data: { ...copied, pluginFields: {}, id, licenseClaims: true, secrets: { create: { hash } } },
  });
  const end = new Date(Date.now() + 100_000);
  const limits = { contacts: 500 };
  await db.subscription.update({ where: { id: tenant.subscriptionId }, data: { expiresAt: end, limits } });
  await seat(server, tenant, tenant.owner.userId);

  const { tokens, config } = await signInWith(id, tenant.owner.email);
  const license = { license: 'pro', features: ['contacts', 'reports', 'api'], limits };
  const claims = decodeJwt(tokens.access_token);
  t.like(claims, license);
  t.true(Number(claims.exp) * 1000 <= end.getTime(), 'the token ends with the license');
  t.true(Number(tokens.expires_in) <= 100);
  const userinfo = await fetchJson(server.issuer, '/api/oauth/userinfo', tokens.access_token);
  t.like(userinfo.body, license);
  const introspect = async () =>
    (await client.tokenIntrospection(config, tokens.access_token)) as Record<string, unknown>;
  t.like(await introspect(), { active: true, ...license });

  await call('POST', `${licenses}/revoke`, { userId: tenant.owner.userId, applicationId: crm });
  const none = { license: null, features: [], limits: {} };
  t.like(await introspect(), { active: true, ...none });
  t.like((await fetchJson(server.issuer, '/api/oauth/userinfo', tokens.access_token)).body, license);
  const refreshed = await client.refreshTokenGrant(config, String(tokens.refresh_token));
  t.like(decodeJwt(refreshed.access_token), none);
  t.true(Number(refreshed.expires_in) > 100, 'without a license there is no early end');
});

async function signInWith(clientId: string, email: string) {
  const config = await configure(server.issuer, clientId, client.ClientSecretBasic(secretOf('demo-web')));
  return signIn(server.issuer, { email, config });
}

test('a client without license claims gets none', async (t) => {
  const { tokens } = await signIn(server.issuer, { email: 'member@acme.test' });
  const claims = decodeJwt(tokens.access_token);
  t.false('license' in claims);
  t.false('features' in claims);
  t.false('limits' in claims);
});
