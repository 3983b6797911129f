import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { createOutgoingFetch } from '../../src/outgoing/outgoing-fetch.js';

const server = createServer((request, response) => {
  if (request.url === '/redirect') response.writeHead(302, { location: '/' }).end();
  else if (request.url === '/endless') response.end('x'.repeat(2_000_000));
  else response.end('reached');
});
test.before(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
test.after.always(() => void server.close());
const at = (host: string, path = '/') => `http://${host}:${(server.address() as AddressInfo).port}${path}`;

const guarded = createOutgoingFetch({ allowPrivate: false });
const open = createOutgoingFetch({ allowPrivate: true });

for (const host of [
  ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '192.0.2.1'],
  ['[::1]', '[::ffff:127.0.0.1]', '[::127.0.0.1]', '[64:ff9b::127.0.0.1]', '[2002:7f00:1::]', '[2001:db8::1]'],
].flat())
  test(`a call to ${host} never leaves`, async (t) => {
    const error = await t.throwsAsync(async () => guarded(at(host)));
    t.regex(`${error?.message} ${String((error?.cause as Error | undefined)?.message)}`, /private network/u);
  });

test('inner addresses can be allowed', async (t) => {
  t.is(await (await open(at('127.0.0.1'))).text(), 'reached');
});

test('redirects are not followed', async (t) => {
  t.is((await open(at('127.0.0.1', '/redirect'))).status, 302);
});

test('an answer without end is cut off', async (t) => {
  await t.throwsAsync(async () => (await open(at('127.0.0.1', '/endless'))).text());
});
