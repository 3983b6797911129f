import test, { type ExecutionContext } from 'ava';
import { generateKeyPair } from 'jose';
import Koa from 'koa';
import type { IdentityState } from '../src/koa.js';
import { callerOf, type ProtectedResource, protectedResource } from '../src/resource.js';
import { type Issuer, listenOn, startIssuer } from './support/issuer.js';

const resource = 'https://crm.example.com/mcp';
const metadataUrl = 'https://crm.example.com/.well-known/oauth-protected-resource/mcp';
const metadataPath = '/.well-known/oauth-protected-resource/mcp';
let issuer: Issuer;
let api: ProtectedResource;

test.before(async () => {
  issuer = await startIssuer();
  api = protectedResource({
    issuer: issuer.url,
    resource,
    scopes: ['contacts:read', 'contacts:write'],
    name: 'CRM',
    documentation: 'https://crm.example.com/docs',
    timeoutMilliseconds: 60_000,
  });
});
test.after.always(() => issuer?.close());

/** The same API in both frameworks: the metadata, then a page for callers with a scope. */
const frameworks = {
  Koa: () =>
    new Koa<IdentityState>()
      .use(api.koa.metadata())
      .use(api.koa.authenticate({ scopes: ['contacts:read'] }))
      .use((ctx) => {
        ctx.body = { userId: ctx.state.identity.userId };
      })
      .callback(),
  'node:http': () => {
    const [metadata, authenticate] = [api.node.metadata(), api.node.authenticate({ scopes: ['contacts:read'] })];
    return ((request, response) =>
      metadata(request, response, () =>
        authenticate(request, response, () => response.end(JSON.stringify({ userId: callerOf(request).userId }))),
      )) as Parameters<typeof listenOn>[0];
  },
};

async function listen(t: ExecutionContext, framework: keyof typeof frameworks) {
  const server = await listenOn(frameworks[framework]());
  t.teardown(() => server.close());
  return async (path: string, { token, method = 'GET' }: { token?: string; method?: string } = {}) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(`${server.url}${path}`, { method, headers });
    const text = await response.text();
    const challenge = response.headers.get('www-authenticate');
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
    return { status: response.status, headers: response.headers, challenge, body };
  };
}

for (const framework of ['Koa', 'node:http'] as const) {
  test(`${framework}: the metadata names the resource, the issuer and the scopes, for everybody`, async (t) => {
    const call = await listen(t, framework);
    const { status, headers, body } = await call(metadataPath);
    t.is(status, 200);
    t.deepEqual(body, {
      resource,
      authorization_servers: [issuer.url],
      bearer_methods_supported: ['header'],
      dpop_signing_alg_values_supported: ['ES256', 'EdDSA', 'Ed25519'],
      scopes_supported: ['contacts:read', 'contacts:write'],
      resource_name: 'CRM',
      resource_documentation: 'https://crm.example.com/docs',
    });
    t.regex(headers.get('content-type') ?? '', /^application\/json/u);
    t.is(headers.get('access-control-allow-origin'), '*');
    t.is((await call(`${metadataPath}?a=b`)).status, 200);
    t.is((await call(metadataPath, { method: 'HEAD' })).status, 200);
    t.is((await call(metadataPath, { method: 'OPTIONS' })).status, 204);
    const posted = await call(metadataPath, { method: 'POST' });
    t.is(posted.status, 405);
    t.is(posted.headers.get('allow'), 'GET, HEAD, OPTIONS');
    // The document of another resource of this host.
    t.is((await call('/.well-known/oauth-protected-resource')).status, 401);
  });

  test(`${framework}: without a token the response says where the metadata is, and names no error`, async (t) => {
    const call = await listen(t, framework);
    const { status, challenge, body, headers } = await call('/mcp');
    t.is(status, 401);
    t.is(challenge, `Bearer scope="contacts:read", resource_metadata="${metadataUrl}"`);
    t.is(body['error'], 'UNAUTHORIZED');
    t.is(headers.get('cache-control'), 'no-store');
  });

  test(`${framework}: a token for this resource with the scope passes`, async (t) => {
    const call = await listen(t, framework);
    const token = await issuer.tokenFor(resource, { claims: { scope: 'contacts:read' } });
    t.like(await call('/mcp', { token }), { status: 200, body: { userId: 'a-user' } });
  });

  test(`${framework}: a token without the scope is refused, and the response names the scope`, async (t) => {
    const call = await listen(t, framework);
    const token = await issuer.tokenFor(resource, { claims: { scope: 'contacts:write' } });
    const { status, challenge, body } = await call('/mcp', { token });
    t.is(status, 403);
    t.is(challenge, `Bearer error="insufficient_scope", scope="contacts:read", resource_metadata="${metadataUrl}"`);
    t.is(body['error'], 'FORBIDDEN');
  });

  test(`${framework}: any other token is refused`, async (t) => {
    const call = await listen(t, framework);
    const scope = { scope: 'contacts:read' };
    const stranger = await generateKeyPair('RS256');
    const publicKey = new TextEncoder().encode(JSON.stringify(issuer.jwk));
    const [head, payload] = (await issuer.tokenFor(resource, { claims: scope })).split('.');
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url');
    const tokens = {
      'of another resource': await issuer.tokenFor('https://crm.example.com/other', { claims: scope }),
      'of the service itself': await issuer.tokenFor(issuer.url, { claims: scope }),
      'with a longer resource': await issuer.tokenFor(`${resource}/`, { claims: scope }),
      'of another issuer': await issuer.tokenFor(resource, { claims: { ...scope, iss: 'https://other.example.com' } }),
      'that has expired': await issuer.tokenFor(resource, { claims: { ...scope, exp: 1 } }),
      'that is an ID token': await issuer.tokenFor(resource, { claims: scope, typ: 'JWT' }),
      'of an unknown key': await issuer.tokenFor(resource, { claims: scope, key: stranger.privateKey }),
      'of an unknown key id': await issuer.tokenFor(resource, { claims: scope, kid: 'second' }),
      'signed with the public key': await issuer.tokenFor(resource, { claims: scope, key: publicKey, alg: 'HS256' }),
      'that belongs to a key': await issuer.tokenFor(resource, { claims: { ...scope, cnf: { jkt: 'a-thumbprint' } } }),
      'without a signature': `${unsigned}.${payload}.`,
      'with a broken signature': `${head}.${payload}.AAAA`,
      nonsense: 'nonsense',
    };
    for (const [name, token] of Object.entries(tokens)) {
      const { status, challenge } = await call('/mcp', { token });
      t.is(status, 401, name);
      t.is(challenge, `Bearer error="invalid_token", scope="contacts:read", resource_metadata="${metadataUrl}"`, name);
    }
    t.is((await call('/mcp', { token: 'a'.repeat(12_000) })).status, 401);
  });
}

test('nobody gets in while the keys cannot be fetched', async (t) => {
  const away = protectedResource({ issuer: 'http://127.0.0.1:1', resource });
  const token = await issuer.tokenFor(resource);
  const { refusal } = await away.check({ headers: new Headers({ authorization: `Bearer ${token}` }) });
  t.is(refusal?.status, 503);
  t.is(refusal?.headers['www-authenticate'], undefined);
});

test('the metadata is at the path of the resource below the well-known one', (t) => {
  const urlOf = (identifier: string) => protectedResource({ issuer: issuer.url, resource: identifier }).metadataUrl;
  const base = 'https://api.example.com/.well-known/oauth-protected-resource';
  t.is(urlOf('https://api.example.com'), base);
  t.is(urlOf('https://api.example.com/'), base);
  t.is(urlOf('https://api.example.com/v1/mcp'), `${base}/v1/mcp`);
  t.is(urlOf('https://api.example.com/v1/'), `${base}/v1/`);
});

test('a resource that tokens could never name, and a scope that nobody declared, are mistakes of the program', (t) => {
  for (const identifier of [
    'crm',
    'urn:crm',
    'ftp://crm.example.com',
    'https://crm.example.com/mcp#part',
    'https://crm.example.com/mcp?tenant=acme',
    'https://user:secret@crm.example.com/mcp',
    'https://CRM.example.com/mcp',
    'https://crm.example.com:443/mcp',
    'https://crm.example.com/a/../mcp',
  ])
    t.throws(
      () => protectedResource({ issuer: issuer.url, resource: identifier }),
      { instanceOf: TypeError },
      identifier,
    );
  for (const scope of ['', 'two words', 'a"quote', 'back\\slash', 'ümlaut'])
    t.throws(
      () => protectedResource({ issuer: issuer.url, resource, scopes: [scope] }),
      { instanceOf: TypeError },
      scope,
    );
  t.throws(() => api.koa.authenticate({ scopes: ['contacts:raed'] }), { instanceOf: TypeError });
  t.throws(() => api.node.authenticate({ scopes: ['contacts:raed'] }), { instanceOf: TypeError });
  t.throws(() => callerOf({} as never), { message: /before/u });
});
