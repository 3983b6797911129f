import test from 'ava';
import { call, secretOf, signIn } from '../support/sign-in.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

test('without the option tokens are not exchanged, and a client with the right works as before', async (t) => {
  await server.identity.db.client.update({ where: { id: 'demo-web' }, data: { tokenExchange: true } });
  const { tokens } = await signIn(server.issuer);
  const response = await fetch(`${server.issuer}/api/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`demo-web:${secretOf('demo-web')}`).toString('base64')}` },
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: tokens.access_token,
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    }),
  });
  t.deepEqual([response.status, ((await response.json()) as { error: string }).error], [400, 'unsupported_grant_type']);
  const { body } = await call(server.issuer, '/.well-known/openid-configuration');
  t.false(JSON.stringify(body).includes('token-exchange'));
});
