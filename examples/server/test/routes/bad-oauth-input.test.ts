import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Message, type RawResponse, send, sendBytes } from '@org/identity-testing/send';
import test from 'ava';
import Koa from 'koa';
import {
  AttackedServer,
  accept,
  authorizePath,
  form,
  isRefusal,
  isServed,
  owner,
  web,
} from '../support/attacked-server.js';
import { deep, toBase64url } from '../support/bad-input.js';
import { callback } from '../support/sign-in.js';

let server: AttackedServer;
test.before(async () => {
  server = await AttackedServer.start();
});
test.after.always(() => server?.test.stop());
// The tests run one after the other, so that an error in the log belongs to the input that caused it.

const wrongRequests: [name: string, values: readonly string[], error: string][] = [
  [
    'max_age',
    ['-1', 'NaN', 'Infinity', '-Infinity', '1.5', '9007199254740993', '1e400', 'x', '--1', '1,000'],
    'invalid_request',
  ],
  [
    'prompt',
    ['constructor', '__proto__', 'toString', 'none consent', 'LOGIN', 'create', 'login,consent'],
    'invalid_request',
  ],
  ['code_challenge_method', ['constructor', '__proto__', 's256', 'PLAIN', 'none'], 'invalid_request'],
  ['code_challenge', ['short', 'a'.repeat(129), 'ü'.repeat(43), `${'a'.repeat(42)}!`], 'invalid_request'],
  ['request', ['a.b.c', 'x'], 'request_not_supported'],
  ['request_uri', ['https://evil.example/', 'urn:x'], 'request_uri_not_supported'],
  ['registration', ['{}'], 'registration_not_supported'],
  ['tenant', ['__proto__', 'constructor', '%', 'acme.evil.example', "'", 'nobody', 'acme\u200b'], 'invalid_request'],
  ['id_token_hint', ['x', 'a.b.c', '..', ...forgedHints()], 'invalid_request'],
  ['scope', ['openid "', 'openid \\', 'openid ü', 'openid\topenid'], 'invalid_scope'],
];
for (const [name, values, error] of wrongRequests) {
  test.serial(`an authorization request with a wrong ${name} goes back with ${error}`, async (t) => {
    for (const value of values) {
      const { status, headers, body } = await server.newBrowser().request('GET', authorizePath({ [name]: value }));
      t.is(status, 303, `${value.slice(0, 60)}: ${body.slice(-200)}`);
      const url = new URL(String(headers.location), server.test.issuer);
      t.is(url.origin + url.pathname, callback, value.slice(0, 60));
      t.is(url.searchParams.get('error'), error, value.slice(0, 60));
      t.is(url.searchParams.get('state'), 'a-state');
    }
    t.deepEqual(server.record.errors.splice(0), []);
  });
}

for (const [name, values] of [
  ['response_type', ['token', 'id_token', 'code token', 'none', 'constructor', '__proto__', 'CODE', 'code code']],
  ['response_mode', ['constructor', '__proto__', 'toString', 'jwt', 'query.jwt', 'web_message', 'QUERY']],
  ['acr_values', ['constructor', 'x'.repeat(3000)]],
  ['ui_locales', ['constructor', '../../etc/passwd']],
  ['claims', ['{', 'null', '{"id_token":{"__proto__":null}}', deep('[', ']').slice(0, 6000)]],
  ['resource', ['https://evil.example/']],
  ['dpop_jkt', ['x']],
  ['authorization_details', ['[]', '[{"type":"__proto__"}]']],
  ['web_message_uri', ['javascript:alert(1)']],
  ['max_age', ['', ' ', '0', '0x10', '1e3', '00']],
  ['login_hint', ['x'.repeat(3000), '\u202e', 'a\nb']],
] as const) {
  test.serial(`an authorization request with an odd ${name} is refused or begun, never a failure`, async (t) => {
    const begun = ({ status, headers }: RawResponse) =>
      status === 303 && String(headers.location).startsWith('/interaction/');
    await server.standsAll(
      t,
      values.map((value) => ({
        title: value.slice(0, 60),
        message: { target: authorizePath({ [name]: value }), headers: { accept } },
        alsoAllowed: begun,
      })),
    );
  });
}

test.serial('a grant type that nobody knows is unsupported_grant_type', async (t) => {
  const fields = { ...web, code: 'x', redirect_uri: callback };
  for (const grantType of [
    'constructor',
    '__proto__',
    'toString',
    'password',
    'implicit',
    'AUTHORIZATION_CODE',
    'urn:ietf:params:oauth:grant-type:device_code',
  ]) {
    const { status, body } = await server.newBrowser().request('POST', '/api/oauth/token', {
      fields: { ...fields, grant_type: grantType },
    });
    t.is(status, 400, grantType);
    t.is((JSON.parse(body) as Record<string, unknown>)['error'], 'unsupported_grant_type', grantType);
  }
});

/** Forged ID tokens, with everything that oidc-provider reads before it checks a signature. */
function forgedHints(): string[] {
  const header = '{"alg":"RS256","kid":"x"}';
  const payloads = [
    'null',
    '[]',
    '1',
    '"x"',
    '{}',
    '{"aud":null}',
    '{"aud":1}',
    '{"aud":["demo-web"]}',
    '{"aud":{"a":1}}',
    '{"aud":"demo-web"}',
    '{"aud":"__proto__"}',
    '{"aud":"demo-web","sub":{"a":1}}',
    '{"aud":"a\\u0000b"}',
    '{"aud":"\\ud800"}',
    '{"aud":""}',
    '{"aud":true}',
  ];
  const headers = [
    'null',
    '[]',
    '{}',
    '{"alg":"none"}',
    '{"alg":"HS256"}',
    '{"alg":null}',
    '{"alg":"__proto__"}',
    '{"alg":"RS256","kid":1}',
  ];
  return [
    ...payloads.map((payload) => `${toBase64url(header)}.${toBase64url(payload)}.x`),
    ...headers.map((other) => `${toBase64url(other)}.${toBase64url('{"aud":"demo-web"}')}.x`),
  ];
}

for (const method of ['GET', 'POST'] as const) {
  test.serial(`logout by ${method} refuses every made-up ID token`, async (t) => {
    const cases = forgedHints().map((hint) => {
      const fields = `id_token_hint=${hint}&post_logout_redirect_uri=http://127.0.0.1:8765/logged-out`;
      const title = hint
        .split('.')
        .slice(0, 2)
        .map((part) => Buffer.from(part, 'base64url').toString())
        .join(' ');
      const message: Message =
        method === 'GET'
          ? { target: `/api/oauth/logout?${fields}`, headers: { accept } }
          : { method, target: '/api/oauth/logout', headers: { ...form, accept }, body: fields };
      // The POST only redirects to the GET.
      const alsoAllowed = ({ status, headers }: RawResponse) =>
        method === 'POST' && status === 303 && String(headers.location).startsWith('/api/oauth/logout?');
      return { title, message, alsoAllowed };
    });
    await server.standsAll(t, cases);
  });
}

const cookieHeaders = [
  '=',
  ';;;',
  'identity-session',
  'identity-session=',
  'identity-session==;identity-session.sig==',
  '__proto__=x; constructor=y',
  'identity-session=%00; identity-session.sig=%00',
  'identity-interaction=%ff; identity-interaction.sig=%ff',
  'identity-session=\u00ff\u00fe',
  'identity-session="quoted; identity-session.sig="x',
  `identity-session=${'a'.repeat(8000)}`,
  `${'a=b; '.repeat(1500)}c=d`,
  'identity-resume=x; identity-resume.sig=x; identity-resume=y',
  '$Version=1; identity-session=x',
];
for (const path of [
  '/oauth/authorize',
  '/oauth/authorize/x',
  '/interaction/x',
  '/api/oauth/logout',
  '/api/oauth/logout/confirm',
]) {
  test.serial(`${path} stands cookies that are none`, async (t) => {
    const method = path.endsWith('confirm') ? 'POST' : 'GET';
    const target = path === '/oauth/authorize' ? authorizePath() : path;
    await server.standsAll(
      t,
      cookieHeaders.map((cookie) => ({
        title: cookie.slice(0, 60),
        message: { method, target, headers: { accept, cookie } },
        alsoAllowed: isServed,
      })),
    );
  });
}

test.serial('a scope named like a property of every object is neither shown nor remembered as allowed', async (t) => {
  const browser = server.newBrowser();
  const scope = 'openid constructor toString __proto__';
  const page = await browser.open(authorizePath({ client_id: 'demo-partner', scope }));
  const consent = await browser.submit(page, { ...owner, email: 'admin@acme.test' });
  t.is(consent.status, 200);
  t.is(consent.body.split('<li>').length - 1, 1, 'openid alone is shown');
  const end = await browser.submit(consent, {});
  t.truthy(end.url.searchParams.get('code'), end.url.href);
  const [row] = await server.test.identity.db.consent.findMany({ where: { clientId: 'demo-partner' } });
  t.deepEqual(row?.scopes, ['openid']);
});

test.serial('a request that breaks off prints nothing past the logger', async (t) => {
  const app = new Koa();
  app.silent = true;
  app.use(server.test.identity.middleware());
  const host = createServer(app.callback());
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port } = host.address() as AddressInfo;
  const printed: unknown[] = [];
  const { error } = console;
  console.error = (...values: unknown[]) => printed.push(...values);
  try {
    for (const path of ['/api/oauth/token', '/api/oauth/logout', '/api/oauth/revoke', '/interaction/x']) {
      const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n`;
      await sendBytes(port, `${head}Content-Length: 100\r\n\r\na=b`);
      await sendBytes(port, `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`);
      await send(port, { method: 'POST', target: path, headers: form, body: '%ff=%00&a&a' });
      await send(port, { target: '/.well-known/openid-configuration' });
    }
  } finally {
    console.error = error;
    host.closeAllConnections();
    await new Promise((resolve) => host.close(resolve));
  }
  t.deepEqual(
    printed.map((value) => String(value).trim().split('\n')[0]),
    [],
  );
});

test.serial('many bad requests at once leave the server as it was', async (t) => {
  const bad: Message[] = [
    { target: '/oauth/authorize?state=%00' },
    {
      method: 'POST',
      target: '/api/oauth/token',
      headers: form,
      body: 'grant_type=refresh_token&refresh_token=%00&client_id=demo-spa',
    },
    { target: '/api/users/me', headers: { authorization: 'Bearer a.b.c' } },
    { target: '/interaction/x' },
    { method: 'POST', target: '/api/oauth/logout', headers: form, body: '%ff' },
  ];
  const responses = await Promise.all(
    Array.from({ length: 200 }, (_, index) => send(server.port, bad[index % bad.length] ?? { target: '/' })),
  );
  t.deepEqual([...new Set(responses.map(isRefusal))], [true]);
  await server.stillServes(t);
  await server.stillSignsIn(t);
});
