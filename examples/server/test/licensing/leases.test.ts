import { apiScopes } from '@org/identity-core';
import { days, passTime } from '@org/identity-testing/pass-time';
import test from 'ava';
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import { crm, desk, type LicensedTenant, pro, seat } from '../support/licensing-api.js';
import { codeOf, iso, licenses, scene, server } from '../support/licensing-tests.js';
import { addMember, send, tokenOf } from '../support/tenant-api.js';
import { addClient, allowedToken } from '../support/third-party.js';

const path = `${licenses}/lease`;

async function holder(tenant: LicensedTenant, withSeat = true) {
  const member = await addMember(server, tenant.id, 'member');
  if (withSeat) await seat(server, tenant, member.userId);
  const token = await tokenOf(server.issuer, member.email, tenant.slug);
  const lease = (body: object = { applicationId: crm, days: 7 }, query = '') =>
    send(server.issuer, 'POST', `${path}${query}`, token, body);
  return { ...member, lease, token };
}
const keySet = async () => (await (await fetch(`${server.issuer}/api/oauth/jwks`)).json()) as JSONWebKeySet;

test('a lease is verified by the key set alone, and by nothing else of the server', async (t) => {
  const { tenant } = await scene(2);
  const { userId, lease } = await holder(tenant);
  const { status, body } = await lease();
  t.is(status, 201);
  t.deepEqual(Object.keys(body), ['lease', 'expiresAt']);
  t.regex(String(body['expiresAt']), iso);
  const keys = createLocalJWKSet(await keySet());
  const { payload } = await jwtVerify(String(body['lease']), keys, {
    algorithms: ['RS256'],
    typ: 'license-lease+jwt',
    issuer: server.issuer,
    requiredClaims: ['exp', 'jti', 'sub'],
  });
  t.like(payload, {
    sub: userId,
    tenantId: tenant.id,
    applicationId: crm,
    license: 'pro',
    features: ['contacts', 'reports', 'api'],
    limits: {},
    exp: Date.parse(String(body['expiresAt'])) / 1000,
  });
  t.is(decodeProtectedHeader(String(body['lease'])).kid, (await keySet()).keys[0]?.kid);
  // It opens nothing here: it is neither an access token nor an ID token.
  t.is((await send(server.issuer, 'GET', '/api/users/me', String(body['lease']))).status, 401);
});

test('the key of a lease stays published until the lease has ended', async (t) => {
  const { tenant } = await scene(1);
  const { lease } = await holder(tenant);
  const { body } = await lease({ applicationId: crm, days: 30 });
  const { kid = '' } = decodeProtectedHeader(String(body['lease']));
  const { tokenSeconds } = await server.identity.db.signingKey.findUniqueOrThrow({ where: { kid } });
  t.true(tokenSeconds >= 30 * 24 * 60 * 60);
});

test('without a license the answer is 400, and a rehearsal says the same', async (t) => {
  const { tenant } = await scene(1);
  const { lease } = await holder(tenant, false);
  t.deepEqual(codeOf(await lease()), [400, 'LICENSE_NOT_FOUND']);
  t.deepEqual(codeOf(await lease(undefined, '?rehearse=true')), [400, 'LICENSE_NOT_FOUND']);
  t.deepEqual(codeOf(await lease({ applicationId: desk, days: 1 })), [400, 'LICENSE_NOT_FOUND']);
  t.deepEqual(codeOf(await lease({ applicationId: tenant.id, days: 1 })), [400, 'INVALID_APPLICATION_ID']);
  t.deepEqual(codeOf(await lease({ applicationId: crm })), [422, 'VALIDATION_FAILED']);
});

test('while a lease runs its seat cannot be revoked; who leaves keeps it, and the seat stays counted', async (t) => {
  const { tenant, call, member } = await scene(1);
  const { userId, membershipId, lease } = await holder(tenant);
  t.is((await lease({ applicationId: crm, days: 2 })).status, 201);
  const revoke = () => call('POST', `${licenses}/revoke`, { userId, applicationId: crm });
  t.deepEqual(codeOf(await revoke()), [409, 'SEAT_LEASED']);
  const owner = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  const left = await send(server.issuer, 'DELETE', `/api/tenants/${tenant.id}/members/${membershipId}`, owner);
  t.is(left.status, 200);
  const next = await member();
  const grant = () => call('POST', `${licenses}/grant`, { userId: next, applicationId: crm, licenseTypeId: pro });
  t.deepEqual(codeOf(await grant()), [400, 'NO_SEATS_AVAILABLE']);
  await passTime(server.identity.db, { tenantId: tenant.id, milliseconds: days(2) });
  t.is((await grant()).status, 201);
});

test('a lease never outlives its subscription', async (t) => {
  const { tenant } = await scene(1);
  const { lease } = await holder(tenant);
  const expiresAt = new Date(Math.floor((Date.now() + days(3)) / 1000) * 1000);
  await server.identity.db.subscription.update({ where: { id: tenant.subscriptionId }, data: { expiresAt } });
  t.is((await lease({ applicationId: crm, days: 30 })).body['expiresAt'], expiresAt.toISOString());
});

test('a third-party client needs licenses:write to lease a seat, also of its own application', async (t) => {
  const { tenant } = await scene(3);
  const { email } = await holder(tenant);
  const clientId = await addClient(server, { scopes: [...apiScopes()], applicationId: crm });
  const lease = async (scope: string) => {
    const token = await allowedToken(server, { clientId, email, tenant: tenant.slug, scope });
    return send(server.issuer, 'POST', path, token, { applicationId: crm, days: 30 });
  };
  for (const scope of ['openid', 'openid licenses:read']) t.deepEqual(codeOf(await lease(scope)), [403, 'FORBIDDEN']);
  t.is(await server.identity.db.seatLease.count({ where: { tenantId: tenant.id } }), 0);
  t.is((await lease('openid licenses:write')).status, 201);
});

test('a suspended member gets no lease', async (t) => {
  const { tenant } = await scene(1);
  const { membershipId, lease } = await holder(tenant);
  const owner = await tokenOf(server.issuer, tenant.owner.email, tenant.slug);
  const member = `/api/tenants/${tenant.id}/members/${membershipId}`;
  t.is((await send(server.issuer, 'PATCH', member, owner, { status: 'SUSPENDED' })).status, 200);
  t.true([401, 403].includes((await lease()).status));
  t.is(await server.identity.db.seatLease.count({ where: { tenantId: tenant.id } }), 0);
});

test('a tenant that requires a second factor gives no lease without one', async (t) => {
  const { tenant } = await scene(1);
  const { lease } = await holder(tenant);
  await server.identity.db.tenant.update({ where: { id: tenant.id }, data: { mfaPolicy: 'REQUIRED' } });
  t.deepEqual(codeOf(await lease()), [403, 'SECOND_FACTOR_REQUIRED']);
});

test('leases and a revocation at once: either the seat is gone and no lease was given, or it stays', async (t) => {
  const { tenant, call } = await scene(5);
  for (let round = 0; round < 5; round += 1) {
    const { userId, lease } = await holder(tenant);
    const [leased, revoked] = await Promise.all([
      lease(),
      call('POST', `${licenses}/revoke`, { userId, applicationId: crm }),
    ]);
    t.true(['201 409', '400 200'].includes(`${leased.status} ${revoked.status}`), `${leased.status} ${revoked.status}`);
  }
});
