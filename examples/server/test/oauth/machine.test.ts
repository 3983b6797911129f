import test from 'ava';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import * as client from 'openid-client';
import { demoData } from '../../src/demo-data.js';
import { identityCommand } from '../support/identity-command.js';
import { call, configure, secretOf } from '../support/sign-in.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const [acme, globex] = demoData.tenants.map(({ id }) => id);

async function machineToken(clientId: string, scope?: string) {
  const config = await configure(server.issuer, clientId);
  return client.clientCredentialsGrant(config, scope ? { scope } : {});
}

test('a tenant-bound machine gets a ten-minute token with its tenant and itself as subject', async (t) => {
  const tokens = await machineToken('demo-machine', 'licenses:read');
  t.is(tokens.expires_in, 10 * 60);
  t.is(tokens.scope, 'licenses:read');
  t.is(tokens.refresh_token, undefined);
  t.is(tokens.id_token, undefined);
  t.is(decodeProtectedHeader(tokens.access_token).typ, 'at+jwt');
  const claims = decodeJwt(tokens.access_token);
  t.is(claims.sub, 'demo-machine');
  t.is(claims['client_id'], 'demo-machine');
  t.is(claims.aud, server.issuer);
  t.is(claims['tenant_id'], acme);
  t.is(claims['tenant_slug'], 'acme');
  t.is(claims['tenant_role'], undefined);
});

test('a platform machine gets a token without a tenant', async (t) => {
  const claims = decodeJwt((await machineToken('platform-machine')).access_token);
  t.is(claims['tenant_id'], undefined);
});

test('a machine that asks for no scope gets all it was given', async (t) => {
  const tokens = await machineToken('demo-machine');
  t.is(tokens.scope, 'licenses:read licenses:write tenants:read events:read');
});

for (const scope of ['openid', 'licenses:delete', 'licenses:read everything']) {
  test(`a machine that asks for "${scope}" is refused with invalid_scope`, async (t) => {
    const error = await t.throwsAsync(machineToken('demo-machine', scope), { instanceOf: client.ResponseBodyError });
    t.is(error.error, 'invalid_scope');
    t.is(error.status, 400);
  });
}

test('client credentials are for machines only, and machines have no other grant', async (t) => {
  const attempt = async (fields: Record<string, string>) => {
    const response = await fetch(`${server.issuer}/api/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
    return [response.status, ((await response.json()) as { error: string }).error];
  };
  const web = { client_id: 'demo-web', client_secret: secretOf('demo-web') };
  t.deepEqual(await attempt({ ...web, grant_type: 'client_credentials' }), [400, 'unauthorized_client']);
  t.deepEqual(await attempt({ client_id: 'demo-spa', grant_type: 'client_credentials' }), [400, 'unauthorized_client']);
  const machine = { client_id: 'demo-machine', client_secret: secretOf('demo-machine') };
  t.deepEqual(await attempt({ ...machine, grant_type: 'refresh_token', refresh_token: 'x' }), [
    400,
    'unauthorized_client',
  ]);
  t.deepEqual(await attempt({ ...machine, grant_type: 'password' }), [400, 'unsupported_grant_type']);
  t.deepEqual(await attempt({ client_id: 'demo-machine', grant_type: 'client_credentials' }), [400, 'invalid_client']);
});

test('a machine reads its own tenant with tenants:read and no other', async (t) => {
  const { access_token: token } = await machineToken('demo-machine');
  const own = await call(server.issuer, `/api/tenants/${acme}`, token);
  t.is(own.status, 200);
  t.is(own.body['slug'], 'acme');
  t.is(own.body['memberCount'], 4);
  const other = await call(server.issuer, `/api/tenants/${globex}`, token);
  t.deepEqual([other.status, other.body['error']], [404, 'TENANT_NOT_FOUND']);

  const narrow = await machineToken('demo-machine', 'licenses:read');
  const refused = await call(server.issuer, `/api/tenants/${acme}`, narrow.access_token);
  t.deepEqual([refused.status, refused.body['error']], [403, 'FORBIDDEN']);
});

test('a platform machine reads every tenant', async (t) => {
  const { access_token: token } = await machineToken('platform-machine');
  for (const id of [acme, globex]) t.is((await call(server.issuer, `/api/tenants/${id}`, token)).status, 200);
});

test('a machine has no profile, no tenants of its own and no userinfo', async (t) => {
  const { access_token: token } = await machineToken('demo-machine');
  for (const path of ['/api/users/me', '/api/tenants']) {
    const { status, body } = await call(server.issuer, path, token);
    t.deepEqual([status, body['error']], [403, 'FORBIDDEN'], path);
  }
  t.is((await call(server.issuer, '/api/oauth/userinfo', token)).status, 401);
});

test('a client whose id is the id of a user is not that user', async (t) => {
  const { db } = server.identity;
  const user = await db.user.findFirstOrThrow({ where: { email: 'super@example.test' } });
  await db.client.create({ data: { id: user.id, name: 'Impostor', type: 'MACHINE', scopes: ['tenants:read'] } });
  const secret = 'a secret of more than thirty-two characters';
  const { createHash } = await import('node:crypto');
  const hash = Uint8Array.from(createHash('sha256').update(secret).digest());
  await db.clientSecret.create({ data: { clientId: user.id, hash } });
  const response = await fetch(`${server.issuer}/api/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: user.id, client_secret: secret }),
  });
  const { access_token: token } = (await response.json()) as { access_token: string };
  t.is((await call(server.issuer, '/api/users/me', token)).status, 403);
});

// Serial: for a moment, the client's usual secret does not work.
test.serial('a secret can be rotated with an overlap: both work until the old one expires', async (t) => {
  const { db } = server.identity;
  const { createHash } = await import('node:crypto');
  const attempt = async (secret: string) => {
    const fields = { grant_type: 'client_credentials', client_id: 'platform-machine', client_secret: secret };
    return (await fetch(`${server.issuer}/api/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) }))
      .status;
  };
  const fresh = 'the new secret of the platform machine, long enough';
  const hash = Uint8Array.from(createHash('sha256').update(fresh).digest());
  const old = await db.clientSecret.findFirstOrThrow({ where: { clientId: 'platform-machine' } });
  await db.clientSecret.create({ data: { clientId: 'platform-machine', hash } });
  t.is(await attempt(fresh), 200);
  t.is(await attempt(secretOf('platform-machine')), 200);
  await db.clientSecret.update({ where: { id: old.id }, data: { expiresAt: new Date(Date.now() - 1000) } });
  t.is(await attempt(secretOf('platform-machine')), 400);
  t.is(await attempt(fresh), 200);
  await db.clientSecret.update({ where: { id: old.id }, data: { expiresAt: null } });
});

test.serial('rotating a secret without a grace ends the machine’s tokens, with a grace they live on', async (t) => {
  const { issuer, databaseUrl } = server;
  const { db } = server.identity;
  const id = 'rotated-machine';
  const demo = await db.client.findUniqueOrThrow({ where: { id: 'demo-machine' }, include: { secrets: true } });
  const { secrets, ...fields } = demo;
  await db.client.create({
    data: { ...fields, pluginFields: {}, id, secrets: { create: { hash: secrets[0]?.hash ?? new Uint8Array() } } },
  });
  const tokenWith = async (secret: string) =>
    (await client.clientCredentialsGrant(await configure(issuer, id, client.ClientSecretBasic(secret)))).access_token;
  const opens = async (token: string) => (await call(issuer, `/api/tenants/${acme}`, token)).status;
  const isActive = async (token: string) =>
    (await client.tokenIntrospection(await configure(issuer, 'demo-machine'), token)).active;
  const rotate = (...grace: string[]) =>
    identityCommand<{ secret: string }>(databaseUrl, 'clients', 'rotate-secret', id, ...grace);

  const first = await tokenWith(secretOf('demo-machine'));
  const second = await rotate('--grace', '3600');
  t.is(await opens(first), 200, 'with a grace');
  const third = await rotate('--grace', '0');
  t.is(await opens(first), 401, 'without one');
  t.false(await isActive(first));
  await t.throwsAsync(tokenWith(second.secret));
  const fresh = await tokenWith(third.secret);
  t.is(await opens(fresh), 200);
  t.true(await isActive(fresh));
  t.is(await opens(String((await machineToken('demo-machine')).access_token)), 200, 'another client');
});
