import { createHash } from 'node:crypto';
import test from 'ava';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { call, secretOf, signIn } from '../support/sign-in.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const profile = (token: string) => call(server.issuer, '/api/users/me', token);

/** Makes the stored response as old as the grace period, as far as the database knows. */
async function endGrace(refreshToken: string | undefined): Promise<void> {
  const idHash = createHash('sha256').update(String(refreshToken)).digest();
  const { count } = await server.identity.db.refreshAnswer.updateMany({
    where: { idHash },
    data: { expiresAt: new Date(Date.now() - 1) },
  });
  if (count !== 1) throw new Error('There is no such answer.');
}

const useOf = async (refreshToken: string | undefined, clientId: string, at = server.issuer) => {
  const response = await fetch(`${at}/api/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: String(refreshToken),
      client_id: clientId,
      ...(clientId === 'demo-spa' ? {} : { client_secret: secretOf(clientId) }),
    }),
  });
  return { status: response.status, text: await response.text() };
};

for (const clientId of ['demo-web', 'demo-spa']) {
  test(`within the grace a used refresh token of ${clientId} gets the same answer again, as often as it comes`, async (t) => {
    const { tokens, config } = await signIn(server.issuer, { clientId });
    const first = await useOf(tokens.refresh_token, clientId);
    t.is(first.status, 200);
    for (const _ of [1, 2]) t.deepEqual(await useOf(tokens.refresh_token, clientId), first);
    // Also after the next token was used.
    const next = JSON.parse(first.text) as { refresh_token: string };
    const third = await client.refreshTokenGrant(config, next.refresh_token);
    t.deepEqual(await useOf(tokens.refresh_token, clientId), first);
    t.is((await profile(third.access_token)).status, 200);
  });
}

test('a used refresh token in the hands of another client revokes the grant, also within the grace', async (t) => {
  const { tokens } = await signIn(server.issuer);
  const second = JSON.parse((await useOf(tokens.refresh_token, 'demo-web')).text) as Record<string, string>;
  const stolen = await useOf(tokens.refresh_token, 'demo-partner');
  t.is(stolen.status, 400);
  t.is((JSON.parse(stolen.text) as { error: string }).error, 'invalid_grant');
  t.is((await profile(String(second['access_token']))).status, 401);
  t.is((await useOf(tokens.refresh_token, 'demo-web')).status, 400);
});

test('the kept answer is not readable in the database, and ends with the right behind it', async (t) => {
  const { tokens } = await signIn(server.issuer, { email: 'owner@globex.test', changes: { tenant: 'acme' } });
  const { text } = await useOf(tokens.refresh_token, 'demo-web');
  const response = JSON.parse(text) as Record<string, string>;
  const rows = await server.identity.db.refreshAnswer.findMany();
  const stored = Buffer.concat(rows.map(({ sealed }) => Buffer.from(sealed))).toString('latin1');
  for (const name of ['access_token', 'refresh_token', 'id_token'])
    t.false(stored.includes(String(response[name])), name);

  const where = { user: { email: 'owner@globex.test' }, tenant: { slug: 'acme' } };
  await server.identity.db.membership.updateMany({ where, data: { status: 'SUSPENDED' } });
  t.is((await useOf(tokens.refresh_token, 'demo-web')).status, 400);
});

test('with a grace of 0 a used refresh token in the hands of another client revokes the grant as well', async (t) => {
  const strict = await startTestServer({ refreshGraceSeconds: 0 });
  try {
    const { tokens } = await signIn(strict.issuer);
    const second = JSON.parse((await useOf(tokens.refresh_token, 'demo-web', strict.issuer)).text) as Record<
      string,
      string
    >;
    const stolen = await useOf(tokens.refresh_token, 'demo-partner', strict.issuer);
    t.is(stolen.status, 400);
    t.is((JSON.parse(stolen.text) as { error: string }).error, 'invalid_grant');
    t.is((await call(strict.issuer, '/api/users/me', second['access_token'])).status, 401);
    t.is((await useOf(second['refresh_token'], 'demo-web', strict.issuer)).status, 400);
  } finally {
    await strict.stop();
  }
});

test('with a grace of 0 the second use revokes the grant at once', async (t) => {
  const strict = await startTestServer({ refreshGraceSeconds: 0 });
  try {
    const { tokens } = await signIn(strict.issuer);
    const first = JSON.parse((await useOf(tokens.refresh_token, 'demo-web', strict.issuer)).text) as Record<
      string,
      string
    >;
    t.is((await useOf(tokens.refresh_token, 'demo-web', strict.issuer)).status, 400);
    t.is((await call(strict.issuer, '/api/users/me', first['access_token'])).status, 401);
    t.is(await strict.identity.db.refreshAnswer.count(), 0);
  } finally {
    await strict.stop();
  }
});

for (const clientId of ['demo-web', 'demo-spa']) {
  test(`every refresh of ${clientId} gives a new refresh token and a new access token`, async (t) => {
    const { tokens, config } = await signIn(server.issuer, { clientId });
    const second = await client.refreshTokenGrant(config, String(tokens.refresh_token));
    const third = await client.refreshTokenGrant(config, String(second.refresh_token));

    t.is(new Set([tokens.refresh_token, second.refresh_token, third.refresh_token]).size, 3);
    t.not(tokens.access_token, second.access_token);
    t.truthy(second.id_token);
    t.is(decodeJwt(third.access_token)['tenant_slug'], 'acme', 'the tenant survives refreshes');
    t.is((await profile(third.access_token)).status, 200);
  });
}

test('a used refresh token, replayed after the grace, is invalid_grant and kills the whole grant', async (t) => {
  const { tokens, config } = await signIn(server.issuer);
  const second = await client.refreshTokenGrant(config, String(tokens.refresh_token));
  t.is((await profile(second.access_token)).status, 200);
  await endGrace(tokens.refresh_token);

  const replay = await t.throwsAsync(client.refreshTokenGrant(config, String(tokens.refresh_token)), {
    instanceOf: client.ResponseBodyError,
  });
  t.is(replay.error, 'invalid_grant');
  t.is(replay.status, 400);
  const next = await t.throwsAsync(client.refreshTokenGrant(config, String(second.refresh_token)), {
    instanceOf: client.ResponseBodyError,
  });
  t.is(next.error, 'invalid_grant');
  t.is((await profile(second.access_token)).status, 401);
  t.is((await call(server.issuer, '/api/oauth/userinfo', second.access_token)).status, 401);
});

test('a used code, replayed, is invalid_grant and kills the tokens that came of it', async (t) => {
  const { tokens, config, codeRequest } = await signIn(server.issuer);
  const replay = await fetch(`${server.issuer}/api/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...codeRequest, client_id: 'demo-web', client_secret: secretOf('demo-web') }),
  });
  t.is(replay.status, 400);
  t.is(((await replay.json()) as { error: string }).error, 'invalid_grant');
  t.is((await profile(tokens.access_token)).status, 401);
  const refresh = await t.throwsAsync(client.refreshTokenGrant(config, String(tokens.refresh_token)), {
    instanceOf: client.ResponseBodyError,
  });
  t.is(refresh.error, 'invalid_grant');
});

test('a refresh token works for its own client only', async (t) => {
  const { tokens } = await signIn(server.issuer);
  const response = await fetch(`${server.issuer}/api/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: String(tokens.refresh_token),
      client_id: 'demo-partner',
      client_secret: secretOf('demo-partner'),
    }),
  });
  t.is(response.status, 400);
  t.is(((await response.json()) as { error: string }).error, 'invalid_grant');
  t.is((await profile(tokens.access_token)).status, 200, 'and somebody else trying it harms nobody');
});

test('a refresh can ask for fewer scopes and never for more', async (t) => {
  const { tokens, config } = await signIn(server.issuer, { changes: { scope: 'openid email offline_access' } });
  const narrow = await client.refreshTokenGrant(config, String(tokens.refresh_token), { scope: 'openid' });
  t.is(narrow.scope, 'openid');
  const more = await t.throwsAsync(
    client.refreshTokenGrant(config, String(narrow.refresh_token), { scope: 'openid profile' }),
    { instanceOf: client.ResponseBodyError },
  );
  t.is(more.error, 'invalid_scope');
});

test('a refresh token slides by 30 days and ends 90 days after the sign-in', async (t) => {
  const { tokens, config } = await signIn(server.issuer);
  const { db } = server.identity;
  const day = 24 * 60 * 60;
  const newest = async () => {
    const rows = await db.oidcToken.findMany({
      where: { kind: 'RefreshToken', consumedAt: null },
      orderBy: { createdAt: 'desc' },
    });
    const sub = decodeJwt(tokens.access_token).sub;
    return rows.find(
      ({ payload }) =>
        (payload as { accountId?: string }).accountId === sub &&
        (payload as { sid?: string }).sid === decodeJwt(tokens.access_token)['sid'],
    );
  };
  const secondsLeft = (row: { expiresAt: Date } | undefined) => ((row?.expiresAt.getTime() ?? 0) - Date.now()) / 1000;
  t.true(Math.abs(secondsLeft(await newest()) - 30 * day) < 60);

  // The user signed in 80 days ago, according to the stored token.
  const row = await newest();
  const payload = row?.payload as { iiat: number };
  await db.oidcToken.updateMany({
    where: { idHash: row?.idHash ?? new Uint8Array() },
    data: { payload: { ...payload, iiat: payload.iiat - 80 * day } },
  });
  const refreshed = await client.refreshTokenGrant(config, String(tokens.refresh_token));
  t.truthy(refreshed.refresh_token);
  t.true(Math.abs(secondsLeft(await newest()) - 10 * day) < 60);
});

test('nobody can refresh for a deleted user or a suspended member', async (t) => {
  const { db } = server.identity;
  const member = await signIn(server.issuer, { email: 'member@acme.test' });
  await db.membership.updateMany({ where: { user: { email: 'member@acme.test' } }, data: { status: 'SUSPENDED' } });
  const suspended = await t.throwsAsync(client.refreshTokenGrant(member.config, String(member.tokens.refresh_token)), {
    instanceOf: client.ResponseBodyError,
  });
  t.is(suspended.error, 'invalid_grant');
  t.is((await profile(member.tokens.access_token)).status, 401);
  t.is((await call(server.issuer, '/api/oauth/userinfo', member.tokens.access_token)).status, 401);

  const admin = await signIn(server.issuer, { email: 'admin@acme.test' });
  await db.user.update({ where: { normalizedEmail: 'admin@acme.test' }, data: { deletedAt: new Date() } });
  const deleted = await t.throwsAsync(client.refreshTokenGrant(admin.config, String(admin.tokens.refresh_token)), {
    instanceOf: client.ResponseBodyError,
  });
  t.is(deleted.error, 'invalid_grant');
  t.is((await profile(admin.tokens.access_token)).status, 401);
});
