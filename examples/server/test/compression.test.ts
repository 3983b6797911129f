import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import test from 'ava';
import { startTestServer, type TestServer } from './support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

interface Raw {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

/** The bytes of a response as they are sent: `fetch` would decompress them. */
function get(path: string, headers: OutgoingHttpHeaders = {}, method = 'GET'): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const sent = request(`${server.issuer}${path}`, { method, headers, agent: false }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece)).once('error', reject);
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(pieces) }),
      );
    });
    sent.once('error', reject).end();
  });
}

function textOf({ headers, bytes }: Raw): string {
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(bytes).toString();
  if (headers['content-encoding'] === 'gzip') return gunzipSync(bytes).toString();
  return bytes.toString();
}

const discovery = '/.well-known/openid-configuration';

for (const path of [discovery, '/.well-known/oauth-authorization-server']) {
  test(`${path} is compressed as the client prefers, whether it was made or kept`, async (t) => {
    const plain = await get(path);
    t.is(plain.headers['content-encoding'], undefined);
    t.is(plain.headers.vary, 'Origin, Accept-Encoding');
    t.true(plain.bytes.length > 1024);
    for (const [accepted, encoding] of [
      ['gzip', 'gzip'],
      ['br', 'br'],
      ['gzip, deflate, br', 'br'],
      ['gzip;q=1.0, br;q=0.5', 'gzip'],
      ['br;q=0, gzip;q=0', undefined],
      ['*', 'br'],
      ['*;q=0', undefined],
      ['identity', undefined],
      ['identity, gzip;q=0.5', undefined],
      ['deflate', undefined],
      ['nonsense;;q=x,,', undefined],
      ['', undefined],
    ] as const) {
      // Twice: the first may have to be made.
      for (let time = 0; time < 2; time += 1) {
        const found = await get(path, { 'accept-encoding': accepted });
        t.is(found.headers['content-encoding'], encoding, accepted);
        t.is(found.headers['content-length'], String(found.bytes.length), accepted);
        t.is(found.headers.vary, 'Origin, Accept-Encoding', accepted);
        t.is(found.headers['content-type'], plain.headers['content-type'], accepted);
        t.is(textOf(found), plain.bytes.toString(), accepted);
        const head = await get(path, { 'accept-encoding': accepted }, 'HEAD');
        t.is(head.bytes.length, 0);
        t.is(head.headers['content-length'], found.headers['content-length'], accepted);
        t.is(head.headers['content-encoding'], encoding, accepted);
      }
    }
  });
}

test('a key set of less than 1 KB is not compressed', async (t) => {
  const found = await get('/api/oauth/jwks', { 'accept-encoding': 'br, gzip' });
  t.true(found.bytes.length < 1024);
  t.is(found.headers['content-encoding'], undefined);
});

test('discovery and key set may be kept by caches, the key set for less than a new key is announced', async (t) => {
  for (let time = 0; time < 2; time += 1) {
    t.is((await get(discovery)).headers['cache-control'], 'public, max-age=3600');
    t.is((await get('/api/oauth/jwks')).headers['cache-control'], 'public, max-age=60');
    t.is((await get('/api/oauth/jwks', { origin: 'https://a.test' })).headers['cache-control'], 'public, max-age=60');
  }
  t.is((await get('/api/oauth/jwks', {}, 'POST')).headers['cache-control'], 'no-store');
});

test('other sites get the kept answer with their own name in it', async (t) => {
  for (const path of [discovery, '/api/oauth/jwks']) {
    const { bytes } = await get(path);
    for (const origin of ['https://a.test', 'https://b.test', 'null']) {
      const found = await get(path, { origin });
      t.is(found.headers['access-control-allow-origin'], origin);
      t.deepEqual(found.bytes, bytes);
    }
    t.is((await get(path)).headers['access-control-allow-origin'], '*');
  }
});
