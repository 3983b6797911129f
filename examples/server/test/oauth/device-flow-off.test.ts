import test from 'ava';
import { addDeviceClient, send } from '../support/devices.js';
import { call } from '../support/sign-in.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

test('without the option there is no device flow: no page, no endpoint, no grant type', async (t) => {
  const tv = await addDeviceClient(server);
  const { body } = await call(server.issuer, '/.well-known/openid-configuration');
  t.false('device_authorization_endpoint' in body);
  t.deepEqual(body['grant_types_supported'], ['authorization_code', 'refresh_token', 'client_credentials']);
  t.is((await fetch(`${server.issuer}/device`)).status, 404);
  t.is((await send(server, '/api/oauth/device', { client_id: tv })).status, 404);
  const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', client_id: tv, device_code: 'a-code' };
  t.like(await send(server, '/api/oauth/token', grant), { status: 400, body: { error: 'unsupported_grant_type' } });
});
