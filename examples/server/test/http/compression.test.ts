import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import test from 'ava';
import { call } from '../support/sign-in.js';
import { tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

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

/** Returns the bytes of a response as they are sent: `fetch` would decompress them. */
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
      // Twice: the first response may have to be created, the second comes from the cache.
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

test('a reply of more than 1 KB is compressed, a smaller one, an error and a stream are not', async (t) => {
  const authorization = `Bearer ${await tokenOf(server.issuer, 'owner@acme.test')}`;
  const plain = await get('/api/users/me', { authorization });
  t.is(plain.headers['content-encoding'], undefined);
  const { body } = await call(server.issuer, '/api/tenants', authorization.slice(7));
  const [tenant] = body['tenants'] as { id: string }[];
  const settings = { note: 'x'.repeat(2_000) };
  await call(server.issuer, `/api/tenants/${tenant?.id}`, authorization.slice(7), {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ settings }),
  });
  for (const encoding of ['gzip', 'br']) {
    const large = await get(`/api/tenants/${tenant?.id}`, { authorization, 'accept-encoding': encoding });
    t.is(large.status, 200);
    t.is(large.headers['content-encoding'], encoding);
    t.is(large.headers['content-length'], String(large.bytes.length));
    t.is(large.headers['content-type'], 'application/json; charset=utf-8');
    t.is(large.headers['cache-control'], 'no-store');
    t.regex(String(large.headers.vary), /Accept-Encoding/u);
    t.true(large.bytes.length < 1_000);
    t.deepEqual((JSON.parse(textOf(large)) as { settings: unknown }).settings, settings);
    for (const [path, status] of [
      ['/api/integration/licenses/apps/019a0000-0000-7000-8000-0000000000a1/users', 200],
      ['/api/integration/licenses/apps/019a0000-0000-7000-8000-0000000000a1/count', 200],
      [`/api/tenants/${'x'.repeat(2_000)}`, 404],
      [`/api/tenants/${tenant?.id}/members?limit=0`, 422],
    ] as const) {
      const other = await get(path, { authorization, 'accept-encoding': encoding });
      t.is(other.status, status, path);
      t.is(other.headers['content-encoding'], undefined, path);
      t.notThrows(() => JSON.parse(other.bytes.toString()), path);
    }
  }
});

// These pages contain secrets and text from the URL, so the size of a compressed body would reveal the secrets (BREACH).
test('pages and OAuth responses are never compressed', async (t) => {
  const encodings = { 'accept-encoding': 'gzip, br' };
  const authorization = `Bearer ${await tokenOf(server.issuer, 'owner@acme.test')}`;
  const query = new URLSearchParams({
    client_id: 'demo-web',
    redirect_uri: 'http://127.0.0.1:8765/callback',
    response_type: 'code',
    scope: 'openid',
    nonce: 'n',
    login_hint: `${'a'.repeat(200)}@people.test`,
  });
  const started = await get(`/oauth/authorize?${query}`, encodings);
  const cookie = (started.headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0]).join('; ');
  const signIn = await get(String(started.headers.location), { ...encodings, cookie });
  t.is(signIn.status, 200);
  t.true(signIn.bytes.length > 2_000);
  const pages = [
    signIn,
    await get('/invitations/none', encodings),
    await get('/oauth/authorize', encodings),
    await get('/interaction/none', encodings),
    await get('/api/oauth/userinfo', { ...encodings, authorization }),
    await get('/api/oauth/userinfo', { ...encodings, authorization: 'Bearer no' }),
  ];
  for (const page of pages) {
    t.is(page.headers['content-encoding'], undefined);
    t.is(page.headers['cache-control'], 'no-store');
  }
});
