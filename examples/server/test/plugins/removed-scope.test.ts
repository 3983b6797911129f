import test from 'ava';
import { call } from '../support/sign-in.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { addClient, allowedToken } from '../support/third-party.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

test('a client with a scope of a plugin that was removed goes on with its other scopes', async (t) => {
  const clientId = await addClient(server, { scopes: ['parcels:read', 'account:read'] });
  const token = await allowedToken(server, {
    clientId,
    email: 'member@acme.test',
    tenant: 'acme',
    scope: 'openid account:read',
  });
  t.is((await call(server.issuer, '/api/users/me', token)).status, 200);
});
