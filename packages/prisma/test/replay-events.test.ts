import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import { hashId } from '../src/ids.js';
import { createOidcAdapter } from '../src/index.js';
import { Provider } from '../src/oidc-provider.js';
import { until } from './support/until.js';
import { useDatabase } from './support/use-database.js';

const database = useDatabase(test);
const clientId = 'a-web-app';
const redirectUri = 'https://client.example/cb';

let server: Server;
let issuer: string;
let provider: Provider;
test.before(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  provider = new Provider(issuer, {
    adapter: createOidcAdapter(database.pool),
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: [redirectUri],
      },
    ],
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    pkce: { required: () => false },
    rotateRefreshToken: true,
    features: { devInteractions: { enabled: false } },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    cookies: { keys: [randomBytes(32).toString('hex')] },
  });
  server.on('request', provider.callback());
});
test.after.always(() => server?.close());

async function issue(kind: 'RefreshToken' | 'AuthorizationCode'): Promise<{ value: string; grantId: string }> {
  const accountId = 'an-account';
  const grant = new provider.Grant({ clientId, accountId });
  grant.addOIDCScope('openid offline_access');
  const grantId = await grant.save();
  const client = (await provider.Client.find(clientId)) as Client;
  const common = { accountId, client, grantId, scope: 'openid offline_access', gty: 'authorization_code' };
  const token =
    kind === 'RefreshToken'
      ? new provider.RefreshToken(common)
      : new provider.AuthorizationCode({ ...common, redirectUri } as never);
  return { value: await token.save(), grantId };
}

async function exchange(kind: 'RefreshToken' | 'AuthorizationCode', value: string): Promise<unknown[]> {
  const fields =
    kind === 'RefreshToken'
      ? { grant_type: 'refresh_token', refresh_token: value }
      : { grant_type: 'authorization_code', code: value, redirect_uri: redirectUri };
  const body = new URLSearchParams({ client_id: clientId, ...fields });
  const response = await fetch(`${issuer}/token`, { method: 'POST', body });
  return [response.status, ((await response.json()) as { error?: string }).error];
}

for (const [kind, destroyed] of [
  ['RefreshToken', 1],
  ['AuthorizationCode', 0],
] as const) {
  test.serial(`${kind}: of two uses at one moment, the one that loses tells that the grant is revoked`, async (t) => {
    const { value, grantId } = await issue(kind);
    const heard: string[] = [];
    const onRevoked = (_ctx: KoaContextWithOIDC, id: string) => heard.push(`grant.revoked ${id}`);
    const onDestroyed = (token: { jti: string }) => heard.push(`refresh_token.destroyed ${token.jti}`);
    provider.on('grant.revoked', onRevoked);
    provider.on('refresh_token.destroyed', onDestroyed);
    t.teardown(() => provider.off('grant.revoked', onRevoked));
    t.teardown(() => provider.off('refresh_token.destroyed', onDestroyed));

    // Both requests have read that the value is unused, and wait for its row lock to mark it as used.
    const holder = await database.pool.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM identity.oidc_tokens WHERE id_hash = $1 FOR UPDATE', [hashId(value)]);
    const results = Promise.all([exchange(kind, value), exchange(kind, value)]);
    await until(async () => {
      const { rows } = await database.pool.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%oidc_tokens%'`,
      );
      return rows[0]?.count === 2;
    });
    await holder.query('COMMIT');
    holder.release();

    t.deepEqual((await results).sort(), [
      [200, undefined],
      [400, 'invalid_grant'],
    ]);
    const expected = destroyed ? [`refresh_token.destroyed ${value}`] : [];
    t.deepEqual(heard, [...expected, `grant.revoked ${grantId}`]);
    t.is(await provider.Grant.find(grantId), undefined);
  });
}
