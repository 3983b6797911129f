import { until } from '@org/identity-testing/until';
import test from 'ava';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { identityCommand } from '../support/identity-command.js';
import { call, configure, secretOf, signIn } from '../support/sign-in.js';
import { startSecondProcess } from '../support/start-second-process.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { startTraffic } from '../support/verified-traffic.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer({ keys: { pollSeconds: 1 } });
});
test.after.always(() => server?.stop());

/** Lets time pass for the keys. */
const letKeysAge = (seconds: number) =>
  server.identity.db.$executeRaw`
    UPDATE identity.signing_keys SET active_from = active_from - make_interval(secs => ${seconds}),
      published_until = published_until - make_interval(secs => ${seconds})`;

async function publishedBy(url: string): Promise<string[]> {
  const { body } = await call(url, '/api/oauth/jwks');
  return (body['keys'] as { kid: string }[]).map(({ kid }) => kid);
}

const day = 24 * 60 * 60;

test.serial(
  'a key is rotated under traffic over two processes, one of them restarted, and no verification fails',
  async (t) => {
    const { issuer, databaseUrl } = server;
    const before = await signIn(issuer);
    const oldKid = decodeProtectedHeader(String(before.tokens.id_token)).kid ?? '';
    const first = await startSecondProcess(databaseUrl, issuer);
    t.teardown(() => first.stop());
    const traffic = startTraffic(issuer, [issuer, first.url]);
    t.teardown(() => traffic.stop());
    for (const url of [issuer, first.url]) await until(async () => traffic.signedBy(url, oldKid) > 0);

    // The new key is published: every process and every client has it before it becomes active. No process signs with it yet.
    const next = await identityCommand<{ kid: string }>(databaseUrl, 'keys', 'rotate');
    await until(async () => traffic.cachedKids().every((kids) => kids.includes(next.kid)));
    for (const url of [issuer, first.url]) t.is(traffic.signedBy(url, next.kid), 0);

    // One process is restarted in the middle of the rotation.
    await traffic.leave(first.url);
    t.is(await first.stop(), 0);
    const second = await startSecondProcess(databaseUrl, issuer);
    t.teardown(() => second.stop());
    traffic.join(second.url);
    await until(async () => traffic.signedBy(second.url, oldKid) > 0);

    // The new key becomes active, in one process earlier than in the other.
    await letKeysAge(day);
    for (const url of [issuer, second.url]) await until(async () => traffic.signedBy(url, next.kid) > 2);

    // Tokens of the old key are still accepted everywhere, and new tokens are signed with the new key.
    for (const url of [issuer, second.url]) {
      t.is((await call(url, '/api/users/me', before.tokens.access_token)).status, 200);
      const keySet = createRemoteJWKSet(new URL('/api/oauth/jwks', url));
      await t.notThrowsAsync(jwtVerify(String(before.tokens.id_token), keySet, { issuer, audience: 'demo-web' }));
    }
    const now = await signIn(issuer, { email: 'admin@acme.test' });
    for (const token of [String(now.tokens.id_token), now.tokens.access_token])
      t.is(decodeProtectedHeader(token).kid, next.kid);
    await traffic.stop();
    t.deepEqual(traffic.failures, []);

    // The last token of the old key has expired: the key is no longer published, and its tokens are not accepted.
    await letKeysAge(2 * 60 * 60);
    for (const url of [issuer, second.url]) await until(async () => String(await publishedBy(url)) === next.kid);
    t.is((await call(issuer, '/api/users/me', before.tokens.access_token)).status, 401);
    t.is((await call(issuer, '/api/users/me', now.tokens.access_token)).status, 200);
    // It is only used to read the ID token hint of a logout, for as long as the session may last.
    const logout = client.buildEndSessionUrl(before.config, {
      id_token_hint: String(before.tokens.id_token),
      post_logout_redirect_uri: 'http://127.0.0.1:8765/logged-out',
    });
    const response = await before.browser.request('GET', logout);
    t.is(response.status, 303);
    t.is(response.headers.get('location'), 'http://127.0.0.1:8765/logged-out');
  },
);

test.serial(
  'a client secret is rotated with a grace: both secrets get tokens, the old one until it ends',
  async (t) => {
    const { databaseUrl, issuer } = server;
    const { secret } = await identityCommand<{ secret: string }>(
      databaseUrl,
      'clients',
      'rotate-secret',
      'platform-machine',
    );
    const tokenWith = async (value: string) =>
      client.clientCredentialsGrant(await configure(issuer, 'platform-machine', client.ClientSecretBasic(value)));
    const old = secretOf('platform-machine');
    for (const value of [old, secret]) t.truthy((await tokenWith(value)).access_token);
    await server.identity.db.$executeRaw`
    UPDATE identity.client_secrets SET expires_at = expires_at - interval '1 day' WHERE client_id = 'platform-machine'`;
    await t.throwsAsync(tokenWith(old));
    t.truthy((await tokenWith(secret)).access_token);
  },
);
