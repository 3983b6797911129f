import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { exportJWK, type JSONWebKeySet, SignJWT } from 'jose';
import { createIdentityClient, type IdentityClient, verifyLease } from '../src/index.js';
import { startExampleServer } from './support/example-server.js';
import { crm, signIn, type Tokens } from './support/sign-in.js';

let server: { issuer: string; stop(): Promise<void> };
let member: Tokens;
let admin: Tokens;
let client: IdentityClient;
test.before(async () => {
  server = await startExampleServer();
  client = createIdentityClient({ issuer: server.issuer, applicationId: crm, timeoutMilliseconds: 60_000 });
  [member, admin] = await Promise.all([
    signIn(server.issuer, 'member@acme.test'),
    signIn(server.issuer, 'admin@acme.test'),
  ]);
});
test.after.always(() => server?.stop());

test('a lease of the service is verified without it, until it ends', async (t) => {
  const { lease, expiresAt } = await client.lease({ accessToken: member.access_token, days: 3 });
  const jwks = await client.keySet();
  const { userId = '' } = await client.verify(member.access_token);
  const expected = { jwks, issuer: server.issuer, applicationId: crm };
  const verified = await verifyLease(lease, { ...expected, userId });
  t.like(verified, { userId, applicationId: crm, license: 'pro', licenseName: 'Pro', limits: {} });
  t.true(verified.features.includes('reports'));
  t.is(verified.expiresAt.toISOString(), expiresAt);
  const end = verified.expiresAt.getTime();
  await t.notThrowsAsync(verifyLease(lease, { ...expected, now: new Date(end - 1000) }));
  await t.throwsAsync(verifyLease(lease, { ...expected, now: new Date(end) }), { code: 'LEASE_EXPIRED' });
  for (const wrong of [
    { applicationId: '019a0000-0000-7000-8000-0000000000a2' },
    { issuer: 'https://elsewhere.test' },
    { userId: '019a0000-0000-7000-8000-0000000000a2' },
    { jwks: { keys: [] } },
  ])
    await t.throwsAsync(
      verifyLease(lease, { ...expected, ...wrong }),
      { code: 'LEASE_INVALID' },
      JSON.stringify(wrong),
    );
  for (const other of [member.access_token, member.id_token, 'nonsense', ''])
    await t.throwsAsync(verifyLease(other, expected), { code: 'LEASE_INVALID' });
});

test('who has no license gets no lease, and the code of the service', async (t) => {
  await t.throwsAsync(client.lease({ accessToken: admin.access_token, days: 3 }), { code: 'LICENSE_NOT_FOUND' });
  await t.throwsAsync(client.lease({ accessToken: member.access_token, days: 31 }), { code: 'VALIDATION_FAILED' });
});

test('a lease that somebody else signed, or with another algorithm, is refused', async (t) => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwks: JSONWebKeySet = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k' }] };
  const issuer = 'https://id.test';
  const claims = { applicationId: crm, tenantId: crm, license: 'pro', licenseName: 'Pro', features: [], limits: {} };
  const sign = (change: { alg?: string; typ?: string; exp?: boolean } = {}) => {
    const { alg = 'RS256', typ = 'license-lease+jwt', exp = true } = change;
    const made = new SignJWT(claims)
      .setProtectedHeader({ alg, typ, kid: 'k' })
      .setIssuer(issuer)
      .setSubject(crm)
      .setJti('1');
    return (exp ? made.setExpirationTime('1h') : made).sign(alg === 'HS256' ? new Uint8Array(32) : privateKey);
  };
  const expected = { jwks, issuer, applicationId: crm.toUpperCase() };
  await t.notThrowsAsync(verifyLease(await sign(), expected));
  for (const change of [{ alg: 'HS256' }, { alg: 'PS256' }, { typ: 'at+jwt' }, { exp: false }])
    await t.throwsAsync(
      async () => verifyLease(await sign(change), expected),
      { code: 'LEASE_INVALID' },
      JSON.stringify(change),
    );
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const others = { keys: [{ ...(await exportJWK(other.publicKey)), kid: 'k' }] };
  await t.throwsAsync(verifyLease(await sign(), { ...expected, jwks: others }), { code: 'LEASE_INVALID' });
});

test('a request for a seat is sent once, for the user of the token', async (t) => {
  const received: unknown[] = [];
  const reply = { id: '1', status: 'PENDING', position: null };
  const service = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    received.push([request.method, request.url, request.headers.authorization, JSON.parse(body)]);
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const own = createIdentityClient({ issuer, applicationId: crm });
  t.like(await own.request({ accessToken: 'token', note: 'For the audit' }), reply);
  t.deepEqual(received, [
    ['POST', '/api/integration/licenses/request', 'Bearer token', { applicationId: crm, note: 'For the audit' }],
  ]);
  service.closeAllConnections();
  service.close();
});
