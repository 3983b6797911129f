import { request as httpRequest } from 'node:http';
import test from 'ava';
import { decodeJwt, exportJWK, SignJWT } from 'jose';
import {
  addClients,
  highSecurity,
  newKey,
  now,
  type ProofParts,
  post,
  proofFor,
  type TestKey,
} from '../support/proofs.js';
import { call, secretOf, signIn } from '../support/sign-in.js';
import { type SecondProcess, startSecondProcess } from '../support/start-second-process.js';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let second: SecondProcess;
let key: TestKey;
let token: string;

const machine = { id: 'bound-machine', secret: 'bound-machine-secret-0123456789abcdef' };

test.before(async () => {
  server = await startTestServer({ ...highSecurity, plugins: allPlugins() });
  [key, second] = await Promise.all([
    newKey(),
    startSecondProcess(server.databaseUrl, server.issuer, { ...highSecurity }),
  ]);
  await addClients(server, [
    {
      ...machine,
      name: 'Bound machine',
      type: 'MACHINE',
      scopes: ['platform:read', 'events:read', 'licenses:read'],
      dpopBound: true,
    },
  ]);
  token = await boundToken();
});
test.after.always(async () => {
  await second?.stop();
  await server?.stop();
});

/** The access token of a machine, bound to `key`. */
async function boundToken(): Promise<string> {
  const url = `${server.issuer}/api/oauth/token`;
  const DPoP = await proofFor({ key, method: 'POST', url });
  const fields = { grant_type: 'client_credentials', client_id: machine.id, client_secret: machine.secret };
  return String((await post(url, fields, { DPoP })).body['access_token']);
}

const path = '/api/platform/clients/demo-web';
const good = (): ProofParts => ({ key, url: `${server.issuer}${path}`, token });
const withProof = (proof: string, at = server.issuer) =>
  call(at, path, undefined, { headers: { authorization: `DPoP ${token}`, dpop: proof } });

test('a token that is requested with a proof says so, in its claims and at introspection', async (t) => {
  t.deepEqual(decodeJwt(token)['cnf'], { jkt: key.thumbprint });
  const basic = Buffer.from(`platform-machine:${secretOf('platform-machine')}`).toString('base64');
  const { body } = await post(`${server.issuer}/api/oauth/introspect`, { token }, { authorization: `Basic ${basic}` });
  t.like(body, { active: true, token_type: 'DPoP', cnf: { jkt: key.thumbprint } });
});

test('a client that needs bound tokens gets none without a proof', async (t) => {
  const fields = { grant_type: 'client_credentials', client_id: machine.id, client_secret: machine.secret };
  const { status, body } = await post(`${server.issuer}/api/oauth/token`, fields);
  t.deepEqual([status, body['error']], [400, 'invalid_grant']);
});

test('a bound token opens our APIs with a proof', async (t) => {
  const { status, body } = await withProof(await proofFor(good()));
  t.deepEqual([status, body['id']], [200, 'demo-web']);
});

const apis = [
  path,
  '/api/integration/licenses/check',
  '/api/platform/events',
  '/api/integration/events/stream',
  '/api/tenants',
  '/api/users/me',
];
for (const api of apis) {
  test(`a stolen bound token is useless as a bearer token at ${api}`, async (t) => {
    const { status, headers, body } = await call(server.issuer, api, token);
    t.deepEqual([status, body['error']], [401, 'UNAUTHORIZED']);
    t.regex(headers.get('www-authenticate') ?? '', /^DPoP error="invalid_token"/u);
  });
}

test('a request that checks its caller again while it waits needs one proof', async (t) => {
  const url = `${server.issuer}/api/platform/events`;
  const headers = { authorization: `DPoP ${token}`, dpop: await proofFor({ key, url, token }) };
  t.is((await call(server.issuer, '/api/platform/events?wait=1&limit=1', undefined, { headers })).status, 200);
  t.is((await call(server.issuer, '/api/platform/events?wait=1&limit=1', undefined, { headers })).status, 401);
});

const bad: Record<string, (t: ProofParts) => Partial<ProofParts> | Promise<Partial<ProofParts>>> = {
  'for another path': () => ({ url: `${server.issuer}/api/platform/clients/demo-spa` }),
  'for another host': () => ({ url: `https://evil.example${path}` }),
  'for another method': () => ({ method: 'POST' }),
  'for another token': async () => ({ token: await boundToken() }),
  'for no token': () => ({ claims: { ath: undefined } }),
  'with another key': async () => ({ key: await newKey() }),
  'that is too old': () => ({ claims: { iat: now() - 301 } }),
  'from the future': () => ({ claims: { iat: now() + 90 } }),
  'without a time': () => ({ claims: { iat: undefined } }),
  'without a jti': () => ({ claims: { jti: undefined } }),
  'with a jti of 501 characters': () => ({ claims: { jti: 'x'.repeat(501) } }),
  'that has expired': () => ({ claims: { exp: now() - 1 } }),
  'of another type': () => ({ header: { typ: 'JWT' } }),
  'without its key': () => ({ header: { jwk: undefined } }),
  'that holds the private key': async () => ({ header: { jwk: await exportJWK(key.privateKey) } }),
};
for (const [what, changes] of Object.entries(bad)) {
  test(`a proof ${what} is refused`, async (t) => {
    const parts = good();
    const { status, headers } = await withProof(await proofFor({ ...parts, ...(await changes(parts)) }));
    t.is(status, 401);
    t.regex(headers.get('www-authenticate') ?? '', /^DPoP error="invalid_(?:token|dpop_proof)"/u);
  });
}

test('a proof that is no signature of its key is refused, whatever it says', async (t) => {
  const [header, claims] = (await proofFor(good())).split('.');
  const unsigned = Buffer.from(JSON.stringify({ alg: 'none', typ: 'dpop+jwt', jwk: key.publicJwk }));
  const secret = new TextEncoder().encode('x'.repeat(32));
  const symmetric = await new SignJWT({})
    .setProtectedHeader({ alg: 'HS256', typ: 'dpop+jwt', jwk: { kty: 'oct' } })
    .sign(secret);
  const proofs = ['', 'x', 'a.b.c', `${header}.${claims}.`, `${unsigned.toString('base64url')}.${claims}.`, symmetric];
  for (const proof of [...proofs, `${await proofFor(good())}, ${await proofFor(good())}`, 'x'.repeat(9_000)]) {
    t.is((await withProof(proof)).status, 401, proof.slice(0, 40));
  }
});

test('a proof is accepted once, over two processes and by twenty requests at once', async (t) => {
  const used = await proofFor(good());
  t.is((await withProof(used)).status, 200);
  t.is((await withProof(used)).status, 401);
  t.is((await withProof(used, second.url)).status, 401);
  const proof = await proofFor(good());
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async (_, at) => (await withProof(proof, at % 2 ? second.url : server.issuer)).status),
  );
  t.deepEqual(statuses.toSorted(), [200, ...Array.from({ length: 19 }, () => 401)]);
});

test.serial(
  'a used proof is remembered for longer than it could be sent again, and only if its token was valid',
  async (t) => {
    const count = async () => server.identity.db.oidcRecord.count({ where: { model: 'ReplayDetection' } });
    const { createdAt, expiresAt } = await server.identity.db.oidcRecord.findFirstOrThrow({
      where: { model: 'ReplayDetection' },
    });
    t.true((expiresAt?.getTime() ?? 0) - createdAt.getTime() > 300_000);
    const before = await count();
    await withProof(await proofFor({ ...good(), key: await newKey() }));
    await call(server.issuer, path, undefined, {
      headers: { authorization: 'DPoP a.b.c', dpop: await proofFor(good()) },
    });
    t.is(await count(), before);
  },
);

test('the token endpoint accepts a proof once, over two processes', async (t) => {
  const url = `${server.issuer}/api/oauth/token`;
  const fields = { grant_type: 'client_credentials', client_id: machine.id, client_secret: machine.secret };
  const DPoP = await proofFor({ key, method: 'POST', url });
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      post(`${at % 2 ? second.url : server.issuer}/api/oauth/token`, fields, { DPoP }),
    ),
  );
  t.is(replies.filter(({ status }) => status === 200).length, 1);
  const future = await proofFor({ key, method: 'POST', url, claims: { iat: now() + 90 } });
  t.is((await post(url, fields, { DPoP: future })).body['error'], 'invalid_dpop_proof');
});

test('a bearer token is not accepted as a bound one', async (t) => {
  const { tokens } = await signIn(server.issuer);
  const url = `${server.issuer}/api/users/me`;
  const dpop = await proofFor({ key, url, token: tokens.access_token });
  const { status } = await call(server.issuer, '/api/users/me', undefined, {
    headers: { authorization: `DPoP ${tokens.access_token}`, dpop },
  });
  t.is(status, 401);
  t.is((await call(server.issuer, '/api/users/me', tokens.access_token)).status, 200);
});

test('the URL of a proof is that of the issuer, whatever the Host header says', async (t) => {
  const status = async (url: string) => {
    const dpop = await proofFor({ ...good(), url: `${url}${path}` });
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', authorization: `DPoP ${token}`, dpop };
    return new Promise<number | undefined>((resolve, reject) => {
      const sent = httpRequest(`${server.issuer}${path}?unknown=`, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on('error', reject).end();
    });
  };
  t.is(await status('http://evil.example'), 401);
  // The query is refused, but the caller was accepted.
  t.is(await status(server.issuer), 422);
});

test('browser apps may send proofs', async (t) => {
  for (const at of ['/api/users/me', '/api/oauth/token', '/api/oauth/userinfo', '/api/oauth/par']) {
    const response = await fetch(`${server.issuer}${at}`, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:8080', 'access-control-request-method': 'POST' },
    });
    t.regex(response.headers.get('access-control-allow-headers') ?? '', /\bDPoP\b/u, at);
  }
});
