import { createHash, randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import Koa from 'koa';
import type { IdentityState } from '../src/koa.js';
import { callerOf, type ProtectedResource, protectedResource } from '../src/resource.js';
import { type Issuer, listenOn, startIssuer } from './support/issuer.js';

const resource = 'https://crm.example.com/mcp';
let issuer: Issuer;
let key: Key;
test.before(async () => {
  issuer = await startIssuer();
  key = await newKey();
});
test.after.always(() => issuer?.close());

interface Key {
  privateKey: CryptoKey;
  jwk: JWK;
  jkt: string;
}

async function newKey(): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const jwk = await exportJWK(publicKey);
  return { privateKey, jwk, jkt: await calculateJwkThumbprint(jwk) };
}

const now = () => Math.floor(Date.now() / 1000);
const boundToken = (jkt = key.jkt) => issuer.tokenFor(resource, { claims: { scope: 'contacts:read', cnf: { jkt } } });

/** A proof for `GET` of the resource, with changes. */
function proofOf(
  token: string,
  { by = key, typ = 'dpop+jwt', ...claims }: Record<string, unknown> & { by?: Key } = {},
) {
  const ath = createHash('sha256').update(token).digest('base64url');
  return new SignJWT({ jti: randomUUID(), htm: 'GET', htu: resource, iat: now(), ath, ...claims })
    .setProtectedHeader({ alg: 'ES256', typ: String(typ), jwk: by.jwk })
    .sign(by.privateKey);
}

function newApi(more: object = {}): ProtectedResource {
  return protectedResource({
    issuer: issuer.url,
    resource,
    scopes: ['contacts:read'],
    timeoutMilliseconds: 60_000,
    ...more,
  });
}

/** The API in a framework, below `/mcp`. */
async function listen(t: ExecutionContext, framework: 'Koa' | 'node:http') {
  const api = newApi();
  const authenticate = api.node.authenticate({ scopes: ['contacts:read'] });
  const koa = new Koa<IdentityState>().use(api.koa.authenticate({ scopes: ['contacts:read'] })).use((ctx) => {
    ctx.body = { userId: ctx.state.identity.userId };
  });
  const server = await listenOn(
    framework === 'Koa'
      ? koa.callback()
      : (request, response) =>
          authenticate(request, response, () => response.end(JSON.stringify({ userId: callerOf(request).userId }))),
  );
  t.teardown(() => server.close());
  return async (token: string, { proof, scheme = 'DPoP' }: { proof?: string; scheme?: string } = {}) => {
    const headers = { authorization: `${scheme} ${token}`, ...(proof === undefined ? {} : { dpop: proof }) };
    // A proxy has another host, and the query is no part of a proof.
    const response = await fetch(`${server.url}/mcp?page=2`, { headers });
    return { status: response.status, challenge: response.headers.get('www-authenticate') ?? '' };
  };
}

for (const framework of ['Koa', 'node:http'] as const) {
  test(`${framework}: a token that is bound to a key works with a proof, once for each proof`, async (t) => {
    const call = await listen(t, framework);
    const token = await boundToken();
    const proof = await proofOf(token);
    t.is((await call(token, { proof })).status, 200);
    const replayed = await call(token, { proof });
    t.is(replayed.status, 401);
    t.regex(replayed.challenge, /^DPoP error="invalid_dpop_proof", .*algs="ES256 EdDSA Ed25519", resource_metadata="/u);
    t.is((await call(token, { proof: await proofOf(token) })).status, 200);
  });

  test(`${framework}: any other proof is refused`, async (t) => {
    const call = await listen(t, framework);
    const token = await boundToken();
    const other = await newKey();
    const proofs: Record<string, string | undefined> = {
      none: undefined,
      'no JWT': 'x',
      'of another key': await proofOf(token, { by: other }),
      'signed by another key': await proofOf(token, { by: { ...other, jwk: key.jwk } }),
      'for another method': await proofOf(token, { htm: 'POST' }),
      'for another path': await proofOf(token, { htu: `${resource}/other` }),
      'for another host': await proofOf(token, { htu: 'https://evil.example.com/mcp' }),
      'for another token': await proofOf(await boundToken(other.jkt)),
      'without ath': await proofOf(token, { ath: undefined }),
      'without jti': await proofOf(token, { jti: undefined }),
      'without iat': await proofOf(token, { iat: undefined }),
      'that is old': await proofOf(token, { iat: now() - 400 }),
      'of the future': await proofOf(token, { iat: now() + 200 }),
      'of another type': await proofOf(token, { typ: 'JWT' }),
    };
    for (const [name, proof] of Object.entries(proofs)) {
      const { status, challenge } = await call(token, proof === undefined ? {} : { proof });
      t.is(status, 401, name);
      t.true(challenge.startsWith('DPoP error="invalid_dpop_proof"'), name);
    }
  });

  test(`${framework}: a bound token is no bearer token, and a bearer token is no bound one`, async (t) => {
    const call = await listen(t, framework);
    const token = await boundToken();
    const asBearer = await call(token, { scheme: 'Bearer', proof: await proofOf(token) });
    t.deepEqual([asBearer.status, asBearer.challenge.split(',')[0]], [401, 'Bearer error="invalid_token"']);
    const bearer = await issuer.tokenFor(resource, { claims: { scope: 'contacts:read' } });
    const asBound = await call(bearer, { proof: await proofOf(bearer) });
    t.deepEqual([asBound.status, asBound.challenge.split(',')[0]], [401, 'DPoP error="invalid_token"']);
    t.is((await call(bearer, { scheme: 'Bearer' })).status, 200);
  });
}

test('proofs are remembered where the option says, for several processes', async (t) => {
  const seen = new Set<string>();
  const rememberProof = (id: string, until: Date) => {
    t.true(until > new Date());
    return !seen.has(id) && seen.add(id).size > 0;
  };
  const [one, other] = [newApi({ rememberProof }), newApi({ rememberProof })];
  const token = await boundToken();
  const headers = new Headers({ authorization: `DPoP ${token}`, dpop: await proofOf(token) });
  const request = { headers, method: 'GET', url: resource };
  t.is((await one.check(request)).identity?.userId, 'a-user');
  t.is((await other.check(request)).refusal?.status, 401);
  t.is((await one.check({ headers })).refusal?.status, 401, 'without the URL a proof proves nothing');
  await t.throwsAsync(one.verify(token), { code: 'UNAUTHORIZED' }, 'it sees no proof');
});

test('a token of a client that is an agent names it as the agent', async (t) => {
  const api = newApi();
  const token = await issuer.tokenFor(resource, { claims: { agent: true } });
  t.is((await api.verify(token)).agentId, 'a-client');
  const exchanged = await issuer.tokenFor(resource, { claims: { agent: true, act: { sub: 'report-bot' } } });
  t.is((await api.verify(exchanged)).agentId, 'report-bot');
  t.is((await api.verify(await issuer.tokenFor(resource))).agentId, undefined);
});
