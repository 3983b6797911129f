import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import {
  addClients,
  assertionFields,
  assertionOf,
  highSecurity,
  keySetOf,
  machineOf,
  newKey,
  post,
  type TestKey,
} from '../support/proofs.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer(highSecurity);
});
test.after.always(() => server?.stop());

/** A request for a token by the assertion of a client. */
const tokenBy = async (key: TestKey, clientId: string) =>
  post(`${server.issuer}/api/oauth/token`, {
    grant_type: 'client_credentials',
    ...assertionFields(await assertionOf(server.issuer, clientId, key)),
  });

/** A server that publishes a key set. */
async function publisher(): Promise<{
  uri: string;
  calls: () => number;
  reply: (text: string, status?: number) => void;
  server: Server;
}> {
  let [text, status, calls] = ['{}', 200, 0];
  const http = createServer((_request, response) => {
    calls += 1;
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return {
    uri: `http://127.0.0.1:${(http.address() as AddressInfo).port}/jwks`,
    calls: () => calls,
    reply: (next, code = 200) => {
      [text, status] = [next, code];
    },
    server: http,
  };
}

/** Makes the keys of a client as old as they can be. */
async function age(clientId: string): Promise<void> {
  const found = await server.identity.provider.Client.find(clientId);
  (found as unknown as { asymmetricKeyStore: { freshUntil: number } }).asymmetricKeyStore.freshUntil = 0;
}

test('published keys are read once, again when they are old, and a withdrawn key ends', async (t) => {
  const published = await publisher();
  t.teardown(() => published.server.close());
  const [one, other, weak] = await Promise.all([newKey(), newKey(), newKey('ES384')]);
  const clientId = 'publishing-machine';
  await addClients(server, [machineOf(clientId, { jwksUri: published.uri })]);
  published.reply(keySetOf(one, weak));
  const statusOf = async (by: TestKey) => (await tokenBy(by, clientId)).status;
  t.deepEqual(
    [await statusOf(one), await statusOf(one), await statusOf(other), await statusOf(weak)],
    [200, 200, 400, 400],
  );
  t.is(published.calls(), 1);
  published.reply(keySetOf(other));
  await age(clientId);
  t.deepEqual([await statusOf(one), await statusOf(other)], [400, 200]);
  t.is(published.calls(), 2);
});

test('keys that cannot be read let nobody in, and are not asked for again at once', async (t) => {
  const published = await publisher();
  t.teardown(() => published.server.close());
  const by = await newKey();
  for (const [at, reply] of [
    ['{"keys":[', 200],
    ['[]', 200],
    [keySetOf(by), 500],
    [`{"keys":[],"x":"${'x'.repeat(70_000)}"}`, 200],
  ].entries()) {
    const clientId = `unread-machine-${at}`;
    await addClients(server, [machineOf(clientId, { jwksUri: `${published.uri}/${at}` })]);
    published.reply(String(reply[0]), Number(reply[1]));
    const before = published.calls();
    const replies = await Promise.all(Array.from({ length: 5 }, () => tokenBy(by, clientId)));
    t.deepEqual([...new Set(replies.map(({ status }) => status))], [400], clientId);
    t.is((await tokenBy(by, clientId)).status, 400);
    t.is(published.calls(), before + 1, clientId);
  }
});
