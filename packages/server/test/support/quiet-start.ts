import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { createIdentityServer, licensing, tenants, users } from '../../src/index.js';

// A process that starts a server, uses every endpoint and stops. It prints only the statuses.
const [databaseUrl = '', clientSecret = '', password = ''] = process.argv.slice(2);
const callback = 'http://127.0.0.1:8765/callback';
const statuses: Record<string, number> = {};
const cookies = new Map<string, string>();

const server = createServer();
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const identity = await createIdentityServer({
  issuer,
  databaseUrl,
  secret: 'a secret for tests only, of more than 32 characters',
  plugins: [users(), tenants(), licensing()],
});
const app = new Koa();
app.use(identity.middleware());
server.on('request', app.callback());

async function request(name: string, path: string | URL, init: RequestInit = {}): Promise<Response> {
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
  const headers = { ...(cookie ? { cookie } : {}), ...(init.headers as Record<string, string> | undefined) };
  const response = await fetch(new URL(path, issuer), { redirect: 'manual', ...init, headers });
  for (const line of response.headers.getSetCookie()) {
    const [pair = ''] = line.split(';');
    cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
  }
  statuses[name] = response.status;
  return response;
}

const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });
const basic = (id: string) => `Basic ${Buffer.from(`${id}:${clientSecret}`).toString('base64')}`;
const withBasic = (fields: Record<string, string>, id = 'web') => ({
  ...form(fields),
  headers: { authorization: basic(id) },
});
const locationOf = (response: Response) => new URL(response.headers.get('location') ?? '/', issuer);

await request('discovery', '/.well-known/openid-configuration');
await request('metadata', '/.well-known/oauth-authorization-server');
await request('keys', '/api/oauth/jwks');

const machineGrant = withBasic({ grant_type: 'client_credentials' }, 'robot');
await request('machine token', '/api/oauth/token', machineGrant);
await request('wrong client', '/api/oauth/token', form({ grant_type: 'client_credentials', client_id: 'nobody' }));

const query = new URLSearchParams({
  client_id: 'web',
  redirect_uri: callback,
  response_type: 'code',
  scope: 'openid profile email offline_access',
  nonce: 'n',
  state: 's',
});
await request('wrong authorize', '/oauth/authorize?client_id=nobody');
const authorize = await request('authorize', `/oauth/authorize?${query}`);
const interaction = locationOf(authorize);
await request('sign-in page', interaction);
const signedIn = await request('sign-in', interaction, form({ email: 'owner@acme.test', password }));
const resumed = await request('resume', locationOf(signedIn));
const code = locationOf(resumed).searchParams.get('code') ?? '';

const exchanged = await request(
  'code',
  '/api/oauth/token',
  withBasic({ grant_type: 'authorization_code', code, redirect_uri: callback }),
);
const tokens = (await exchanged.json()) as Record<string, string>;
const { access_token = '', refresh_token = '', id_token = '' } = tokens;
await request('refresh', '/api/oauth/token', withBasic({ grant_type: 'refresh_token', refresh_token }));
const bearer = { authorization: `Bearer ${access_token}` };
await request('userinfo', '/api/oauth/userinfo', { headers: { ...bearer, origin: 'https://app.example' } });
await request('bad userinfo', '/api/oauth/userinfo', { headers: { authorization: 'Bearer bad' } });
await request('profile', '/api/users/me', { headers: bearer });
await request('introspection', '/api/oauth/introspect', withBasic({ token: access_token }));
await request('revocation', '/api/oauth/revoke', withBasic({ token: access_token }));
await request('logout page', '/api/oauth/logout');
await request('logout', `/api/oauth/logout?${new URLSearchParams({ id_token_hint: id_token })}`);
await request('logout by POST', '/api/oauth/logout', form({ id_token_hint: id_token }));

const closed = new Promise((resolve) => server.close(resolve));
server.closeAllConnections();
await closed;
await identity.close();
// No process.exit(): a process without pending work ends by itself.
process.stdout.write(JSON.stringify(statuses));
