import test from 'ava';
import { lastEvent, platformMachine } from '../support/platform-api.js';
import { call } from '../support/sign-in.js';
import { send } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const base = '/api/platform/keys';

test('the next key is published once, and nothing of a private key is shown', async (t) => {
  const token = await platformMachine(server);
  const before = await send(server.issuer, 'GET', base, token);
  t.deepEqual(
    (before.body['keys'] as { state: string }[]).map(({ state }) => state),
    ['active'],
  );
  for (const body of [{ announceSeconds: 1 }, { announceSeconds: 'soon' }, { compromised: true }])
    t.is((await send(server.issuer, 'POST', `${base}/rotate`, token, body)).status, 422);
  const rotated = await send(server.issuer, 'POST', `${base}/rotate`, token, {});
  t.like(rotated, { status: 200, body: { created: true } });
  const again = await send(server.issuer, 'POST', `${base}/rotate`, token, { announceSeconds: 600 });
  t.like(again, { status: 200, body: { created: false, kid: rotated.body['kid'] } });
  t.like(await lastEvent(server, 'signing_key.announced', rotated.body['kid']), { actorKind: 'machine' });
  const { body } = await send(server.issuer, 'GET', base, token);
  const keys = body['keys'] as { kid: string; state: string }[];
  t.deepEqual(
    keys.map(({ state }) => state),
    ['active', 'next'],
  );
  t.false(/"(?:d|p|q|dp|dq|qi)":|private/iu.test(JSON.stringify(body)));
  t.is((await call(server.issuer, '/.well-known/openid-configuration')).status, 200);
});
