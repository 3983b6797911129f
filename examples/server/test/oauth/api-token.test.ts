import test from 'ava';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { addApi } from '../support/apis.js';
import { call, configure } from '../support/sign-in.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

test('resource gives a token for that API only: it names the API, and this service refuses it', async (t) => {
  const api = await addApi(server, { clients: { 'demo-machine': ['orders:read'] } });
  const machine = await configure(server.issuer, 'demo-machine');
  const { access_token: token } = await client.clientCredentialsGrant(machine, { resource: api.identifier });
  t.like(decodeJwt(token), { aud: api.identifier, scope: 'orders:read', client_id: 'demo-machine' });
  t.is(decodeJwt(token).sub, 'demo-machine');
  for (const path of ['/api/users/me', '/api/tenants', '/api/oauth/userinfo'])
    t.is((await call(server.issuer, path, token)).status, 401, path);
});
