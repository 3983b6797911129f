import { createHash } from 'node:crypto';
import test from 'ava';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { machineToken } from '../support/licensing-api.js';
import { call } from '../support/sign-in.js';
import { addMember, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { addAgent, errorOf, exchange, post, server, subject, works } from '../support/token-exchange.js';

test('an exchanged token never lives longer than its subject', async (t) => {
  const agent = await addAgent();
  const { token } = await subject();
  // As if it had been issued long ago: a minute is left of its 15.
  const exp = Math.floor(Date.now() / 1000) + 60;
  await changeRow(token, { payload: { exp }, expiresAt: new Date(exp * 1000) });
  const [first, ...more] = await Promise.all(Array.from({ length: 5 }, () => exchange(agent, token)));
  for (const { claims, body, token: exchanged } of [first, ...more].flatMap((each) => each ?? [])) {
    t.is(claims.exp, exp);
    t.true(Number(body['expires_in']) <= 60);
    t.true((await rowOf(exchanged)).expiresAt <= new Date(exp * 1000));
  }
  await changeRow(token, { expiresAt: new Date(Date.now() - 1) });
  t.false(await works(first?.token ?? ''));
  t.deepEqual(errorOf(await exchange(agent, token)), [400, 'invalid_request']);
});

test('a token that is bound to a key is not exchanged without a proof', async (t) => {
  const agent = await addAgent();
  const { token } = await subject();
  await changeRow(token, { payload: { jkt: 'the-thumbprint-of-a-key' } });
  const { status, body } = await exchange(agent, token);
  t.is(status, 400);
  t.like(body, { error: 'invalid_request', error_description: 'the subject token is bound to a key' });
});

const placeOf = (token: string) => {
  const { jti = '' } = decodeJwt(token);
  const idHash = Uint8Array.from(createHash('sha256').update(jti).digest());
  return { idHash_kind: { idHash, kind: 'AccessToken' } };
};
const rowOf = (token: string) => server.identity.db.oidcToken.findUniqueOrThrow({ where: placeOf(token) });

/** Changes the stored token, without its JWT. */
async function changeRow(token: string, changes: { payload?: object; expiresAt?: Date }): Promise<void> {
  const { payload } = await rowOf(token);
  const data = { ...changes, payload: { ...(payload as object), ...changes.payload } };
  await server.identity.db.oidcToken.update({ where: placeOf(token), data });
}

test('an exchanged token ends with its subject, and so do all after it', async (t) => {
  const [one, two, three] = [await addAgent(), await addAgent(), await addAgent()];
  const { token, tokens, config } = await subject();
  const first = await exchange(one, token);
  const second = await exchange(two, first.token);
  const third = await exchange(three, second.token);
  t.true(await works(third.token));
  t.is((await post('/api/oauth/revoke', one, { token: first.token })).status, 200);
  for (const each of [first, second, third]) t.false(await works(each.token));
  t.true(await works(token), 'what comes before it goes on');
  t.deepEqual(errorOf(await exchange(three, second.token)), [400, 'invalid_request']);
  t.truthy(
    (await client.refreshTokenGrant(config, String(tokens.refresh_token))).access_token,
    'an agent ends nothing else',
  );

  const other = await exchange(one, token);
  t.is((await post('/api/oauth/revoke', 'demo-web', { token })).status, 200);
  t.false(await works(other.token));
});

test('a subject that is revoked while it is exchanged leaves no token that works', async (t) => {
  const agent = await addAgent();
  for (const _ of [1, 2, 3]) {
    const { token } = await subject();
    const [exchanged] = await Promise.all([
      exchange(agent, token),
      post('/api/oauth/revoke', 'demo-web', { token }),
      exchange(agent, token),
    ]);
    if (exchanged.token) t.false(await works(exchanged.token));
    else t.is(exchanged.status, 400);
  }
});

test('after a logout nothing is exchanged, and what was exchanged has ended', async (t) => {
  const agent = await addAgent();
  const { browser, config, tokens, token } = await subject();
  const { token: exchanged } = await exchange(agent, token);
  t.true(await works(exchanged));
  const ended = {
    id_token_hint: String(tokens.id_token),
    post_logout_redirect_uri: 'http://127.0.0.1:8765/logged-out',
  };
  await browser.request('GET', client.buildEndSessionUrl(config, ended));
  t.false(await works(exchanged));
  t.deepEqual(errorOf(await exchange(agent, token)), [400, 'invalid_request']);
});

test('an agent loses its token when the member is suspended or removed', async (t) => {
  const agent = await addAgent();
  const tenant = await freshTenant(server);
  const owner = await tokenOf(server.issuer, tenant.owner.email);
  for (const change of [
    (id: string) =>
      send(server.issuer, 'PATCH', `/api/tenants/${tenant.id}/members/${id}`, owner, { status: 'SUSPENDED' }),
    (id: string) => send(server.issuer, 'DELETE', `/api/tenants/${tenant.id}/members/${id}`, owner),
  ]) {
    const { email, membershipId } = await addMember(server, tenant.id, 'member');
    const { token } = await subject(email, tenant.slug);
    const { token: exchanged } = await exchange(agent, token);
    t.true(await works(exchanged));
    t.is((await change(membershipId)).status, 200);
    t.false(await works(exchanged));
    t.deepEqual(errorOf(await exchange(agent, token)), [400, 'invalid_request']);
  }
});

test('a token of a suspended member by plain SQL is refused as well', async (t) => {
  const agent = await addAgent();
  const tenant = await freshTenant(server);
  const { email, membershipId } = await addMember(server, tenant.id, 'member');
  const { token } = await subject(email, tenant.slug);
  const { token: exchanged } = await exchange(agent, token);
  await server.identity.db.membership.update({ where: { id: membershipId }, data: { status: 'SUSPENDED' } });
  t.false(await works(exchanged));
  t.deepEqual(errorOf(await exchange(agent, token)), [400, 'invalid_request']);
});

test('a third-party agent needs the consent of the user, as long as it acts', async (t) => {
  const { db } = server.identity;
  const agent = await addAgent({ firstParty: false });
  const { token, tokens } = await subject();
  const userId = tokens.claims()?.sub ?? '';
  t.deepEqual(errorOf(await exchange(agent, token)), [400, 'invalid_request']);
  await db.consent.create({ data: { userId, clientId: agent, scopes: ['openid', 'email'] } });
  const allowed = await exchange(agent, token);
  t.is(allowed.body['scope'], 'openid email', 'only what was allowed');
  t.true(await works(allowed.token));
  const chained = await exchange(await addAgent(), allowed.token);
  await db.consent.updateMany({ where: { userId, clientId: agent }, data: { revokedAt: new Date() } });
  t.false(await works(allowed.token));
  t.false(await works(chained.token), 'also for the agent after it');
  t.deepEqual(errorOf(await exchange(agent, token)), [400, 'invalid_request']);
});

test('a tenant forbids a third-party agent, and the operator every agent', async (t) => {
  const { db } = server.identity;
  const tenant = await db.tenant.findUniqueOrThrow({ where: { slug: 'acme' } });
  const agent = await addAgent({ firstParty: false });
  const { token, tokens } = await subject();
  await db.consent.create({ data: { userId: tokens.claims()?.sub ?? '', clientId: agent, scopes: ['openid'] } });
  const { token: exchanged } = await exchange(agent, token);
  t.true(await works(exchanged));
  const where = { tenantId_clientId: { tenantId: tenant.id, clientId: agent } };
  await db.tenantApplication.create({ data: { tenantId: tenant.id, clientId: agent, status: 'BLOCKED' } });
  t.false(await works(exchanged));
  t.deepEqual(errorOf(await exchange(agent, token)), [400, 'invalid_request']);
  await db.tenantApplication.update({ where, data: { status: 'ALLOWED' } });
  t.true(await works(exchanged));
  await db.client.update({ where: { id: agent }, data: { blockedAt: new Date() } });
  t.false(await works(exchanged));
});

test('a client that is deleted, and created again, does not get its tokens back', async (t) => {
  const agent = await addAgent();
  const { token } = await subject();
  const { token: exchanged } = await exchange(agent, token);
  t.true(await works(exchanged));
  const platform = await machineToken(server, null, ['platform:read', 'platform:write']);
  const path = '/api/platform/clients';
  t.is((await send(server.issuer, 'DELETE', `${path}/${agent}`, platform)).status, 200);
  t.is((await call(server.issuer, '/api/oauth/userinfo', exchanged)).status, 401);
  const fields = { type: 'CONFIDENTIAL', name: 'Again', firstParty: true, tokenExchange: true };
  const again = { id: agent, redirectUris: ['https://agent.example/callback'], ...fields };
  t.is((await send(server.issuer, 'POST', path, platform, again)).status, 201);
  t.is((await call(server.issuer, '/api/oauth/userinfo', exchanged)).status, 401);
});

test('the refresh of the subject’s client goes on, and issues tokens without act', async (t) => {
  const agent = await addAgent();
  const { config, tokens, token } = await subject();
  await exchange(agent, token);
  const refreshed = await client.refreshTokenGrant(config, String(tokens.refresh_token));
  t.is(decodeJwt(refreshed.access_token)['act'], undefined);
});
