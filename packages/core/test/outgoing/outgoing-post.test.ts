import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { PrivateNetworkError } from '../../src/outgoing/outgoing-agent.js';
import { createOutgoingPost } from '../../src/outgoing/outgoing-post.js';

const called: string[] = [];
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  called.push(request.url ?? '');
  if (request.url === '/redirect') response.writeHead(302, { location: '/target' }).end();
  else response.end(`${request.method} ${Buffer.concat(chunks).toString()}`);
});
test.before(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
test.after.always(() => {
  server.closeAllConnections();
  server.close();
});
const at = (host: string, path = '/') => `http://${host}:${(server.address() as AddressInfo).port}${path}`;

const guarded = createOutgoingPost({ allowPrivate: false });
const open = createOutgoingPost({ allowPrivate: true });
const request = () => ({ headers: {}, body: 'text', signal: new AbortController().signal });

for (const host of ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '127.1', '[::1]', '[::ffff:127.0.0.1]'])
  test(`a request to ${host} never leaves`, async (t) => {
    await t.throwsAsync(() => guarded(at(host, '/inner'), request()), { instanceOf: PrivateNetworkError });
    t.false(called.includes('/inner'));
  });

test('inner addresses can be allowed, and the response is read', async (t) => {
  const { status, body } = await open(at('127.0.0.1'), request());
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  t.is(status, 200);
  t.is(Buffer.concat(chunks).toString(), 'POST text');
});

test('redirects are not followed', async (t) => {
  t.is((await open(at('127.0.0.1', '/redirect'), request())).status, 302);
  t.false(called.includes('/target'));
});

test('a request ends with its signal', async (t) => {
  const stop = new AbortController();
  const sent = open(at('127.0.0.1'), { ...request(), signal: stop.signal });
  stop.abort();
  // In Node.js 20 it is a DOMException.
  await t.throwsAsync(sent, { any: true });
});
