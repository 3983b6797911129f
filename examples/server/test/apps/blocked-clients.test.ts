import test from 'ava';
import * as client from 'openid-client';
import { alive, connect, dead, eventsAbout, works } from '../support/connected-applications.js';
import { platformMachine } from '../support/platform-api.js';
import { buildRequest, configure, secretOf, signIn } from '../support/sign-in.js';
import { addUser, send } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { addClient } from '../support/third-party.js';

let server: TestServer;
let operator: string;
test.before(async () => {
  server = await startTestServer();
  operator = await platformMachine(server, ['platform:read', 'platform:write']);
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;
const act = (what: 'block' | 'unblock', clientId: string, by = operator) =>
  send(server.issuer, 'POST', `/api/platform/clients/${clientId}/${what}`, by);

/** A MACHINE client of the platform, with the secret of demo-machine. */
async function addMachine(): Promise<string> {
  const id = `machine-${crypto.randomUUID()}`;
  const { hash } = await db().clientSecret.findFirstOrThrow({ where: { clientId: 'demo-machine' } });
  const data = {
    id,
    name: 'Robot',
    type: 'MACHINE' as const,
    scopes: ['licenses:read'],
    secrets: { create: { hash } },
  };
  await db().client.create({ data });
  return id;
}
const configOf = (clientId: string, like: string) =>
  configure(server.issuer, clientId, client.ClientSecretBasic(secretOf(like)));

test('a blocked client can do nothing, from that moment on, for anybody', async (t) => {
  const { email } = await addUser(server);
  const clientId = await addClient(server);
  const connected = await connect(server, { clientId, email });
  const blocked = await act('block', clientId);
  t.is(blocked.status, 200);
  t.truthy(blocked.body['blockedAt']);
  t.deepEqual(await works(server, connected), dead);

  const request = await buildRequest(await configOf(clientId, 'demo-partner'));
  const response = await fetch(request.url, { redirect: 'manual' });
  t.is(response.headers.get('location'), null);
  t.true((await response.text()).includes('This application cannot be used'));
  t.is((await act('block', clientId)).status, 200);
  t.is((await eventsAbout(server, 'client.blocked', clientId)).length, 1);

  t.like(await act('unblock', clientId), { status: 200, body: { blockedAt: null } });
  t.is((await works(server, connected)).api, 401);
  t.deepEqual(await works(server, await connect(server, { clientId, email })), alive);
});

test('a code from before gets no token, and a grant that was written a moment later is worth nothing', async (t) => {
  const { email } = await addUser(server);
  const clientId = await addClient(server);
  const connected = await connect(server, { clientId, email });
  // Directly in the database: nothing is revoked.
  await db().client.update({ where: { id: clientId }, data: { blockedAt: new Date() } });
  t.deepEqual(await works(server, connected), dead);
});

test('a blocked machine gets no token, its tokens end, and it introspects nothing', async (t) => {
  const clientId = await addMachine();
  const config = await configOf(clientId, 'demo-machine');
  const { access_token } = await client.clientCredentialsGrant(config);
  const user = await signIn(server.issuer);
  t.true((await client.tokenIntrospection(config, user.tokens.access_token)).active);
  t.is((await act('block', clientId)).status, 200);
  const error = await t.throwsAsync<client.ResponseBodyError>(client.clientCredentialsGrant(config));
  t.is(error?.error, 'unauthorized_client');
  t.false((await client.tokenIntrospection(config, user.tokens.access_token)).active);
  t.is((await send(server.issuer, 'GET', '/api/licensing/license-types', access_token)).status, 401);
  await act('unblock', clientId);
  t.is((await send(server.issuer, 'GET', '/api/licensing/license-types', access_token)).status, 401);
  t.truthy((await client.clientCredentialsGrant(config)).access_token);
});

test('a first-party client can be blocked as well, and its users still sign out', async (t) => {
  const { email } = await addUser(server);
  const clientId = await addClient(server, { firstParty: true });
  const connected = await connect(server, { clientId, email });
  t.is((await act('block', clientId)).status, 200);
  t.deepEqual(await works(server, connected), dead);
  const end = client.buildEndSessionUrl(connected.config, { id_token_hint: connected.tokens.id_token ?? '' });
  t.is((await connected.browser.open(end)).status, 200);
});

test('blocking is for the platform: neither a user nor a machine of a tenant can do it', async (t) => {
  const clientId = await addClient(server);
  const { tokens } = await signIn(server.issuer);
  const machine = await client.clientCredentialsGrant(await configure(server.issuer, 'demo-machine'));
  for (const token of [tokens.access_token, machine.access_token, undefined])
    for (const what of ['block', 'unblock'] as const)
      t.true([401, 403].includes((await act(what, clientId, token ?? '')).status));
  t.is((await db().client.findUniqueOrThrow({ where: { id: clientId } })).blockedAt, null);
  t.is((await act('block', 'no-such-client')).status, 404);
});

test('a change of a blocked client, and the seed, do not unblock it', async (t) => {
  const clientId = await addClient(server);
  await act('block', clientId);
  const path = `/api/platform/clients/${clientId}`;
  t.is((await send(server.issuer, 'PATCH', path, operator, { name: 'Another' })).status, 200);
  const { body } = await send(server.issuer, 'GET', path, operator);
  t.truthy(body['blockedAt']);
});
