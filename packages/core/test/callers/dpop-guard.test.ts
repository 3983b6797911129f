import { createHash, randomUUID } from 'node:crypto';
import test from 'ava';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createBearerGuard, type ProvenRequest, rememberVerified, type TokenState } from '../../src/index.js';
import { ours } from '../support/ready-keys.js';

const issuer = 'https://id.example.com';
const state: TokenState = { kind: 'machine', clientId: 'robot', applicationId: null, scopes: [], tenantId: null };
const now = () => Math.floor(Date.now() / 1000);
const { privateKey, publicKey } = await generateKeyPair('ES256');
const jwk = await exportJWK(publicKey);
const jkt = await calculateJwkThumbprint(jwk);

// Valid for an hour: in a bundle, the file is loaded long before its tests run.
const token = (claims: Record<string, unknown> = {}) =>
  new SignJWT({ iss: issuer, aud: issuer, sub: 'robot', jti: 'alive', iat: now(), exp: now() + 3600, ...claims })
    .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: 'current' })
    .sign(ours.privateKey);
const bound = await token({ cnf: { jkt } });

const proof = () =>
  new SignJWT({
    jti: randomUUID(),
    htm: 'GET',
    htu: `${issuer}/here?query#fragment`,
    iat: now(),
    ath: createHash('sha256').update(bound).digest('base64url'),
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
    .sign(privateKey);

function guard(withProofs = true) {
  const used = new Set<string>();
  const verify = rememberVerified({
    issuer,
    audience: issuer,
    algorithms: ['RS256'],
    findKey: () => ours.publicKey,
  });
  const useOnce = async ({ id }: { id: string }) => {
    const isNew = !used.has(id);
    used.add(id);
    return isNew;
  };
  const proofs = withProofs ? { proofs: { origin: issuer, useOnce } } : {};
  return { used, authenticate: createBearerGuard({ verify, findTokenState: async () => state, ...proofs }) };
}
const request = async (changes: Partial<ProvenRequest> = {}): Promise<ProvenRequest> => ({
  proof: await proof(),
  method: 'GET',
  path: '/here',
  ...changes,
});
const challenge = (error: Error | undefined) =>
  (error as { headers?: Record<string, string> } | undefined)?.headers?.['WWW-Authenticate'];

test('a bound token opens the door with a proof, once', async (t) => {
  const { authenticate } = guard();
  const sent = await request();
  t.is(await authenticate(`DPoP ${bound}`, undefined, sent), state);
  t.is(await authenticate(`dpop ${bound}`, undefined, await request()), state);
  const error = await t.throwsAsync(authenticate(`DPoP ${bound}`, undefined, sent));
  t.regex(challenge(error) ?? '', /^DPoP error="invalid_dpop_proof"/u);
});

test('a bound token is no bearer token, also when it is remembered', async (t) => {
  const { authenticate } = guard();
  await authenticate(`DPoP ${bound}`, undefined, await request());
  for (const sent of [undefined, await request()]) {
    const error = await t.throwsAsync(authenticate(`Bearer ${bound}`, undefined, sent));
    t.regex(challenge(error) ?? '', /^DPoP error="invalid_token"/u);
  }
});

test('a host that does not pass the request refuses bound tokens', async (t) => {
  const { authenticate } = guard();
  await t.throwsAsync(authenticate(`DPoP ${bound}`));
});

test('without proofs, bound tokens are refused and DPoP is an unknown scheme', async (t) => {
  const { authenticate } = guard(false);
  t.is(challenge(await t.throwsAsync(authenticate(`DPoP ${bound}`, undefined, await request()))), 'Bearer');
  t.regex(challenge(await t.throwsAsync(authenticate(`Bearer ${bound}`))) ?? '', /^DPoP/u);
});

test('a token with a key that we cannot check matches no proof', async (t) => {
  const { authenticate } = guard();
  for (const cnf of [{}, null, 'x', { 'x5t#S256': 'x' }]) {
    const odd = await token({ cnf });
    await t.throwsAsync(authenticate(`Bearer ${odd}`));
    await t.throwsAsync(authenticate(`DPoP ${odd}`, undefined, await request()));
  }
});

test('a long request checks its caller again without using up another proof', async (t) => {
  const { authenticate, used } = guard();
  const sent = await request();
  await authenticate(`DPoP ${bound}`, undefined, sent);
  t.is(await authenticate(`DPoP ${bound}`, undefined, { ...sent, again: true }), state);
  t.is(used.size, 1);
});

test('a proof for another path or method uses nothing up', async (t) => {
  const { authenticate, used } = guard();
  await t.throwsAsync(authenticate(`DPoP ${bound}`, undefined, await request({ path: '/there' })));
  await t.throwsAsync(authenticate(`DPoP ${bound}`, undefined, await request({ method: 'POST' })));
  t.is(used.size, 0);
});
