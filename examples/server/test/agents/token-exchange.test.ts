import { randomUUID } from 'node:crypto';
import test from 'ava';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { crm } from '../support/licensing-api.js';
import { call, configure, secretOf } from '../support/sign-in.js';
import { machineTokenOf } from '../support/tenant-api.js';
import {
  accessType,
  addAgent,
  errorOf,
  exchange,
  exchangeType,
  idTokenType,
  post,
  server,
  subject,
  works,
} from '../support/token-exchange.js';

test('an agent gets a token of the same user and tenant, which says who acts', async (t) => {
  const agent = await addAgent();
  const { token } = await subject();
  const of = decodeJwt(token);
  const { status, body, claims, token: exchanged } = await exchange(agent, token);
  t.is(status, 200);
  t.deepEqual(Object.keys(body).sort(), ['access_token', 'expires_in', 'issued_token_type', 'scope', 'token_type']);
  t.like(body, { issued_token_type: accessType, token_type: 'Bearer', scope: 'openid profile email' });
  t.deepEqual(claims.act, { sub: agent });
  t.like(claims, { sub: of.sub, client_id: agent, aud: of.aud, iss: server.issuer });
  t.is(claims['tenant_id'], of['tenant_id']);
  t.true(await works(exchanged));
  const introspected = await post('/api/oauth/introspect', agent, { token: exchanged });
  t.like(introspected.body, { active: true, act: { sub: agent }, sub: of.sub, client_id: agent });
});

test('openid-client exchanges a token', async (t) => {
  const agent = await addAgent();
  const { token } = await subject();
  const config = await configure(server.issuer, agent, client.ClientSecretBasic(secretOf('demo-web')));
  const response = await client.genericGrantRequest(config, exchangeType, {
    subject_token: token,
    subject_token_type: accessType,
    scope: 'openid',
  });
  t.is(response.scope, 'openid');
  t.true(config.serverMetadata().grant_types_supported?.includes(exchangeType));
});

test('an exchanged token has no more scopes than its subject, its client and its request', async (t) => {
  const { token } = await subject();
  const agent = await addAgent({ scopes: ['openid', 'email', 'licenses:read'] });
  t.is((await exchange(agent, token)).body['scope'], 'openid email', 'neither profile nor offline_access');
  t.is((await exchange(agent, token, { scope: 'openid' })).body['scope'], 'openid');
  for (const scope of ['licenses:read', 'openid profile', 'offline_access', 'platform:write']) {
    t.deepEqual(errorOf(await exchange(agent, token, { scope })), [400, 'invalid_scope'], scope);
  }
  const narrow = await exchange(agent, token, { scope: 'openid' });
  const other = await addAgent();
  t.is((await exchange(other, narrow.token)).body['scope'], 'openid', 'the chain only narrows');
  t.deepEqual(errorOf(await exchange(other, narrow.token, { scope: 'openid email' })), [400, 'invalid_scope']);
  await server.identity.db.client.update({ where: { id: agent }, data: { scopes: ['email'] } });
  const { body } = await post('/api/oauth/introspect', other, { token: (await exchange(other, narrow.token)).token });
  t.is(body['scope'], undefined, 'a scope that the first agent has lost is lost by the second one');
});

test('an exchanged token can do only what its scopes say, although its subject can do everything', async (t) => {
  const agent = await addAgent();
  const { token } = await subject('owner@acme.test');
  const { id } = await server.identity.db.tenant.findUniqueOrThrow({ where: { slug: 'acme' } });
  t.is((await call(server.issuer, `/api/tenants/${id}/members`, token)).status, 200);
  const exchanged = await exchange(agent, token);
  const response = await call(server.issuer, `/api/tenants/${id}/members`, exchanged.token);
  t.deepEqual([response.status, response.body['error']], [403, 'FORBIDDEN']);
  // A super admin's agent is none.
  const admin = await subject('admin@platform.test', '').catch(() => undefined);
  if (admin) {
    const asAgent = await exchange(agent, admin.token);
    t.is((await call(server.issuer, '/api/platform/clients', asAgent.token)).status, 403);
  }
});

test('a chain has three agents at most, each named by the token', async (t) => {
  const [one, two, three, four] = await Promise.all([addAgent(), addAgent(), addAgent(), addAgent()]);
  const { token } = await subject();
  const first = await exchange(one ?? '', token);
  const second = await exchange(two ?? '', first.token);
  const third = await exchange(three ?? '', second.token);
  t.deepEqual(third.claims.act, { sub: three, act: { sub: two, act: { sub: one } } });
  t.true(await works(third.token));
  t.deepEqual(errorOf(await exchange(four ?? '', third.token)), [400, 'invalid_request']);
  t.deepEqual(errorOf(await exchange(one ?? '', third.token)), [400, 'invalid_request']);
});

test('only a valid access token of a user is a subject', async (t) => {
  const agent = await addAgent();
  const { tokens, token } = await subject();
  const [head = '', body = '', signature = ''] = token.split('.');
  const payload = { ...decodeJwt(token), sub: randomUUID() };
  const forged = [head, Buffer.from(JSON.stringify(payload)).toString('base64url'), signature].join('.');
  const none = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${body}.`;
  const wrong: Record<string, string> = {
    'an ID token': String(tokens.id_token),
    'a refresh token': String(tokens.refresh_token),
    'a machine token': await machineTokenOf(server.issuer, 'demo-machine'),
    'a forged token': forged,
    'a token without a signature': none,
    nothing: '',
    'no token': 'abc',
    'a NUL': 'a\u0000b',
    'a long text': 'a'.repeat(50_000),
  };
  for (const [what, value] of Object.entries(wrong)) {
    t.deepEqual(errorOf(await exchange(agent, value)), [400, 'invalid_request'], what);
  }
  for (const type of [idTokenType, 'urn:ietf:params:oauth:token-type:jwt', 'x', undefined]) {
    t.deepEqual(errorOf(await exchange(agent, token, { subject_token_type: type })), [400, 'invalid_request'], type);
  }
  const idToken = await exchange(agent, String(tokens.id_token), { subject_token_type: idTokenType });
  t.deepEqual(errorOf(idToken), [400, 'invalid_request']);
  for (const requested of [idTokenType, 'urn:ietf:params:oauth:token-type:refresh_token']) {
    const response = await exchange(agent, token, { requested_token_type: requested });
    t.deepEqual(errorOf(response), [400, 'invalid_request'], requested);
  }
  t.is((await exchange(agent, token, { requested_token_type: accessType })).status, 200);
});

test('only clients that were given the right exchange tokens, and no client without a secret', async (t) => {
  const { token } = await subject();
  const without = await addAgent({ tokenExchange: false });
  t.deepEqual(errorOf(await exchange(without, token)), [400, 'unauthorized_client']);
  t.deepEqual(errorOf(await exchange('demo-web', token)), [400, 'unauthorized_client']);
  await server.identity.db.client.update({ where: { id: 'demo-spa' }, data: { tokenExchange: true } });
  const response = await fetch(`${server.issuer}/api/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: 'demo-spa',
      grant_type: exchangeType,
      subject_token: token,
      subject_token_type: accessType,
    }),
  });
  t.deepEqual([response.status, ((await response.json()) as { error: string }).error], [400, 'unauthorized_client']);
  const agent = await addAgent();
  const { token: exchanged } = await exchange(agent, token);
  t.true(await works(exchanged));
  await server.identity.db.client.update({ where: { id: agent }, data: { tokenExchange: false } });
  t.false(await works(exchanged), 'the right is asked at every use');
});

test('a client of another tenant does not exchange the token of this one', async (t) => {
  const { db } = server.identity;
  const globex = await db.tenant.findUniqueOrThrow({ where: { slug: 'globex' } });
  const acme = await db.tenant.findUniqueOrThrow({ where: { slug: 'acme' } });
  const { token } = await subject();
  t.deepEqual(errorOf(await exchange(await addAgent({ tenantId: globex.id }), token)), [400, 'invalid_request']);
  const own = await exchange(await addAgent({ tenantId: acme.id }), token);
  t.is(own.claims['tenant_id'], acme.id);
  const foreign = await addAgent();
  const { token: exchanged } = await exchange(foreign, token);
  await db.client.update({ where: { id: foreign }, data: { tenantId: globex.id } });
  t.false(await works(exchanged), 'also if the client moves later');
});

test('a machine is an agent as well, and may prove itself by a token of its own', async (t) => {
  const machine = await addAgent({ type: 'MACHINE', scopes: ['licenses:read'] });
  const { token } = await subject();
  const { body: own } = await post('/api/oauth/token', machine, { grant_type: 'client_credentials' });
  const actor = { actor_token: String(own['access_token']), actor_token_type: accessType };
  const exchanged = await exchange(machine, token, actor);
  t.is(exchanged.status, 200);
  t.deepEqual(exchanged.claims.act, { sub: machine });
  const foreign = await machineTokenOf(server.issuer, 'demo-machine');
  for (const fields of [
    { ...actor, actor_token: foreign },
    { ...actor, actor_token: token },
    { ...actor, actor_token_type: idTokenType },
    { actor_token_type: accessType },
    { actor_token: 'x', actor_token_type: accessType },
  ] as Record<string, string>[]) {
    t.deepEqual(errorOf(await exchange(machine, token, fields)), [400, 'invalid_request'], JSON.stringify(fields));
  }
});

test('a token is for one target that exists: this service, or an API that the client may use', async (t) => {
  const { db } = server.identity;
  const agent = await addAgent();
  const { token } = await subject();
  const identifier = `https://api.example/${randomUUID()}`;
  const scopes = ['read', 'write', 'delete'].map((name) => ({ name, description: name }));
  const api = await db.api.create({ data: { identifier, name: 'API', scopes: { create: scopes } } });
  for (const resource of [identifier, 'https://unknown.example', 'x', 'a\u0000b', 'a'.repeat(9_000)]) {
    t.deepEqual(errorOf(await exchange(agent, token, { resource })), [400, 'invalid_target'], resource.slice(0, 40));
  }
  await db.apiClient.create({ data: { apiId: api.id, clientId: agent, scopes: ['read', 'write', 'unknown'] } });
  const read = await exchange(agent, token, { resource: identifier, scope: 'read' });
  t.like(read.claims, { aud: identifier, scope: 'read', act: { sub: agent } });
  t.is((await exchange(agent, token, { audience: identifier })).body['scope'], 'read write');
  t.deepEqual(errorOf(await exchange(agent, token, { resource: identifier, scope: 'delete' })), [400, 'invalid_scope']);
  t.is((await exchange(agent, token, { resource: server.issuer })).claims.aud, server.issuer);
  const two = await exchange(agent, token, { resource: identifier, audience: server.issuer });
  t.deepEqual(errorOf(two), [400, 'invalid_target']);

  // The token of another API opens nothing here, and does not become one that does.
  t.is((await call(server.issuer, `/api/integration/licenses/check?applicationId=${crm}`, read.token)).status, 401);
  t.is((await call(server.issuer, '/api/oauth/userinfo', read.token)).status, 401);
  t.deepEqual(errorOf(await exchange(agent, read.token, { resource: server.issuer })), [400, 'invalid_target']);
  const again = await exchange(agent, read.token);
  t.like(again.claims, { aud: identifier, scope: 'read' }, 'the default is the API of the subject, with its scopes');
  t.deepEqual(errorOf(await exchange(agent, read.token, { scope: 'write' })), [400, 'invalid_scope']);
});

test('an agent is recorded once for a grant, not for each of its tokens', async (t) => {
  const agent = await addAgent();
  const { token, tokens } = await subject();
  for (const _ of [1, 2, 3]) t.is((await exchange(agent, token)).status, 200);
  const events = await server.identity.db.event.findMany({ where: { type: 'token.exchanged', actorId: agent } });
  t.is(events.length, 1);
  t.like(events[0], {
    actorKind: 'machine',
    subjectId: tokens.claims()?.sub,
    data: { clientId: 'demo-web', agentId: agent },
  });
});
