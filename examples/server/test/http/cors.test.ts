import { type Message, type RawResponse, send } from '@org/identity-testing/send';
import test from 'ava';
import { form, names, port, registered, requests, sent, server } from '../support/cors-tests.js';
import { secretOf } from '../support/sign-in.js';

const unregistered: [title: string, origin: string][] = [
  ['another site', 'https://evil.example'],
  ['another port', 'http://127.0.0.1:8766'],
  ['another scheme', 'https://127.0.0.1:8765'],
  ['a longer host', 'http://127.0.0.1.evil.example:8765'],
  ['a path behind the registered origin', 'http://127.0.0.1:8765/'],
  ['the registered origin in upper case', 'HTTP://LOCALHOST:8080'],
  ['null, as a sandboxed frame sends', 'null'],
  ['a star', '*'],
  ['a wildcard of SQL', '%'],
  ['a list that holds the registered origin', `${registered}, https://evil.example`],
  ['a file', 'file://'],
  ['a browser extension', 'chrome-extension://abcdefghijklmnop'],
];

/** Requests that fail before oidc-provider knows the client. */
const failingEarly: Record<string, Message> = {
  'a token request of an unknown client': {
    method: 'POST',
    target: '/api/oauth/token',
    headers: form,
    body: 'grant_type=authorization_code&client_id=nobody&code=x&redirect_uri=x',
  },
  'a token request without a client': { method: 'POST', target: '/api/oauth/token', headers: form, body: 'x=y' },
  'a revocation of an unknown client': {
    method: 'POST',
    target: '/api/oauth/revoke',
    headers: form,
    body: 'client_id=nobody&token=x',
  },
  'a userinfo request without a token': { target: '/api/oauth/userinfo' },
  'a userinfo request with a token that is not valid': {
    target: '/api/oauth/userinfo',
    headers: { authorization: 'Bearer a.b.c' },
  },
};

for (const [title, message] of Object.entries(requests)) {
  test(`${title} from a registered origin may be read there`, async (t) => {
    const response = await sent(message(), { origin: registered });
    t.true(response.status < 500);
    t.is(response.headers['access-control-allow-origin'], registered);
    t.true(names(response.headers.vary).includes('origin'));
    t.is(response.headers['access-control-allow-credentials'], undefined);
  });

  test(`${title} from an unregistered origin may not be read there`, async (t) => {
    const readable: string[] = [];
    for (const [kind, origin] of unregistered) {
      const { headers } = await sent(message(), { origin });
      if (headers['access-control-allow-origin'] !== undefined) readable.push(kind);
      if (headers['access-control-allow-credentials'] !== undefined) readable.push(`${kind}, with credentials`);
      if (!names(headers.vary).includes('origin')) readable.push(`${kind}, without Vary`);
    }
    t.deepEqual(readable, []);
  });

  test(`the preflight of ${title} is answered for a registered origin`, async (t) => {
    const { method = 'GET', target } = message();
    const response = await sent(
      { method: 'OPTIONS', target },
      {
        origin: registered,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type',
      },
    );
    t.is(response.status, 204);
    t.is(response.body, '');
    t.is(response.headers['access-control-allow-origin'], registered);
    t.true(names(response.headers['access-control-allow-methods']).includes(method.toLowerCase()));
    t.true(names(response.headers['access-control-allow-headers']).includes('authorization'));
    t.true(names(response.headers['access-control-allow-headers']).includes('content-type'));
    t.true(names(response.headers.vary).includes('origin'));
    t.is(response.headers['access-control-allow-credentials'], undefined);
  });

  test(`the preflight of ${title} allows nothing to an unregistered origin`, async (t) => {
    const { method = 'GET', target } = message();
    const allowed: string[] = [];
    for (const [kind, origin] of unregistered) {
      const { headers } = await sent(
        { method: 'OPTIONS', target },
        { origin, 'access-control-request-method': method },
      );
      for (const name of Object.keys(headers)) if (name.startsWith('access-control-')) allowed.push(`${kind}: ${name}`);
      if (!names(headers.vary).includes('origin')) allowed.push(`${kind}: no Vary`);
    }
    t.deepEqual(allowed, []);
  });

  test(`${title} without an Origin has no CORS header that names one`, async (t) => {
    const { headers } = await send(port, message());
    t.true(['*', undefined].includes(headers['access-control-allow-origin']));
    t.is(headers['access-control-allow-credentials'], undefined);
  });
}

for (const [title, message] of Object.entries(failingEarly)) {
  test(`${title} may not be read from an unregistered origin either`, async (t) => {
    const readable: string[] = [];
    for (const [kind, origin] of unregistered) {
      const { headers } = await sent(message, { origin });
      if (headers['access-control-allow-origin'] !== undefined) readable.push(kind);
    }
    t.deepEqual(readable, []);
  });

  test(`${title} may be read from a registered origin, so that its developer sees the error`, async (t) => {
    const response = await sent(message, { origin: registered });
    t.true(response.status >= 400 && response.status < 500);
    t.is(response.headers['access-control-allow-origin'], registered);
  });
}

const errorOf = ({ body }: RawResponse): unknown => (JSON.parse(body) as Record<string, unknown>)['error'];

const confidential: [title: string, message: Message][] = [
  [
    'client credentials of a machine',
    {
      method: 'POST',
      target: '/api/oauth/token',
      headers: form,
      body: `grant_type=client_credentials&client_id=demo-machine&client_secret=${secretOf('demo-machine')}`,
    },
  ],
  [
    'client credentials of a machine by HTTP Basic',
    {
      method: 'POST',
      target: '/api/oauth/token',
      headers: {
        ...form,
        authorization: `Basic ${Buffer.from(`demo-machine:${secretOf('demo-machine')}`).toString('base64')}`,
      },
      body: 'grant_type=client_credentials',
    },
  ],
  [
    'an introspection',
    {
      method: 'POST',
      target: '/api/oauth/introspect',
      headers: {
        ...form,
        authorization: `Basic ${Buffer.from(`demo-web:${secretOf('demo-web')}`).toString('base64')}`,
      },
      body: 'token=nothing',
    },
  ],
  [
    'a revocation of a confidential client',
    {
      method: 'POST',
      target: '/api/oauth/revoke',
      headers: form,
      body: `token=nothing&client_id=demo-web&client_secret=${secretOf('demo-web')}`,
    },
  ],
];
for (const [title, message] of confidential) {
  test(`a client with a secret is refused when it speaks from a browser: ${title}`, async (t) => {
    for (const origin of [registered, 'https://evil.example', 'null']) {
      const response = await sent(message, { origin });
      t.is(response.status, 400, origin);
      t.is(errorOf(response), 'invalid_request');
      t.is(response.headers['access-control-allow-origin'], undefined);
      t.false(response.body.includes('access_token'));
    }
    t.is((await send(port, message)).status, 200, 'the same without an Origin');
  });
}

test("an SPA's token request from an origin of nobody is refused, not only hidden", async (t) => {
  const message = requests['a token request with a code that is not valid']?.();
  if (!message) return t.fail();
  const response = await sent(message, { origin: 'https://evil.example' });
  t.is(response.status, 400);
  t.is(errorOf(response), 'invalid_request');
});

for (const target of [
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
  '/api/oauth/jwks',
]) {
  test(`${target} may be read by every site, without credentials`, async (t) => {
    for (const origin of [registered, 'https://anybody.example', 'null']) {
      const response = await send(port, { target, headers: { origin } });
      t.is(response.status, 200);
      t.true(['*', origin].includes(String(response.headers['access-control-allow-origin'])));
      if (response.headers['access-control-allow-origin'] !== '*')
        t.true(names(response.headers.vary).includes('origin'));
      t.is(response.headers['access-control-allow-credentials'], undefined);

      const preflight = await send(port, {
        method: 'OPTIONS',
        target,
        headers: { origin, 'access-control-request-method': 'GET' },
      });
      t.is(preflight.status, 204);
      t.true(['*', origin].includes(String(preflight.headers['access-control-allow-origin'])));
      t.is(preflight.headers['access-control-allow-credentials'], undefined);
    }
  });
}

const pages = ['/oauth/authorize', '/api/oauth/logout', '/interaction/nothing', '/api/oauth/logout/confirm'];
for (const target of pages) {
  test(`${target} is for navigation: no site may read it, a registered one neither`, async (t) => {
    const allowed: string[] = [];
    for (const origin of [registered, 'https://evil.example', 'null']) {
      for (const method of ['GET', 'POST']) {
        const { headers } = await send(port, { method, target, headers: { origin, accept: 'text/html' } });
        if (headers['access-control-allow-origin'] !== undefined) allowed.push(`${method} from ${origin}`);
        const preflight = await send(port, {
          method: 'OPTIONS',
          target,
          headers: { origin, 'access-control-request-method': method },
        });
        if (preflight.headers['access-control-allow-origin'] !== undefined)
          allowed.push(`preflight of ${method} from ${origin}`);
      }
    }
    t.deepEqual(allowed, []);
  });
}

test('an origin is allowed for the client it is registered for only', async (t) => {
  await server.identity.db.client.create({
    data: {
      id: 'other-spa',
      name: 'Other SPA',
      type: 'SPA',
      firstParty: true,
      redirectUris: ['https://other.example.test/callback'],
      postLogoutRedirectUris: [],
      origins: ['https://other.example.test'],
      scopes: ['openid'],
    },
  });
  const body = 'grant_type=authorization_code&code=x&redirect_uri=x&code_verifier=y';
  const message = (clientId: string): Message => ({
    method: 'POST',
    target: '/api/oauth/token',
    headers: form,
    body: `${body}&client_id=${clientId}`,
  });
  const own = await sent(message('other-spa'), { origin: 'https://other.example.test' });
  t.is(own.headers['access-control-allow-origin'], 'https://other.example.test');
  t.is(errorOf(own), 'invalid_grant');
  const foreign = await sent(message('demo-spa'), { origin: 'https://other.example.test' });
  t.is(foreign.headers['access-control-allow-origin'], undefined);
  t.is(errorOf(foreign), 'invalid_request');
});

test('an origin that is taken off its client is refused at once', async (t) => {
  const { db } = server.identity;
  const origin = 'https://short-lived.example.test';
  const data = {
    name: 'Short-lived SPA',
    type: 'SPA' as const,
    redirectUris: [`${origin}/callback`],
    postLogoutRedirectUris: [],
    origins: [origin],
    scopes: ['openid'],
  };
  await db.client.create({ data: { id: 'short-lived-spa', ...data } });
  const profile = () => send(port, { target: '/api/users/me', headers: { origin } });
  t.is((await profile()).headers['access-control-allow-origin'], origin);
  await db.client.update({ where: { id: 'short-lived-spa' }, data: { origins: [] } });
  t.is((await profile()).headers['access-control-allow-origin'], undefined);
});
