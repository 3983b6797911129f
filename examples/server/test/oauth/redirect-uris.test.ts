import { WireBrowser, type WirePage } from '@org/identity-testing/wire-browser';
import test from 'ava';
import {
  authorize,
  client,
  exact,
  exactLogout,
  isErrorPage,
  server,
  variantsOf,
} from '../support/redirect-uri-tests.js';
import { secretOf, signIn } from '../support/sign-in.js';

test('each registered redirect_uri is accepted as it is', async (t) => {
  for (const uri of [exact, 'https://app.example.test/with?fixed=1']) {
    const page = await authorize([['redirect_uri', uri]]);
    t.is(page.status, 303);
    t.true(page.headers.location?.startsWith('/interaction/'));
  }
});

for (const [title, uri] of variantsOf(exact)) {
  test(`a redirect_uri that differs from the registered one is answered by an error page: ${title}`, async (t) => {
    isErrorPage(t, await authorize([['redirect_uri', uri]]), 'invalid_redirect_uri');
  });
}

test('a differing redirect_uri gets no error by redirect when the rest of the request is wrong as well', async (t) => {
  const redirected: string[] = [];
  for (const [title, uri] of variantsOf(exact)) {
    const page = await authorize(
      [
        ['redirect_uri', uri],
        ['prompt', 'none'],
        ['response_type', 'token'],
      ],
      ['nonce'],
    );
    if (page.status !== 400 || page.headers.location) redirected.push(`${title}: ${page.status}`);
  }
  t.deepEqual(redirected, []);
});

const unusable: [title: string, changes: [string, string][], without: string[], code: string][] = [
  ['redirect_uri is missing', [], ['redirect_uri'], 'invalid_request'],
  ['redirect_uri is empty', [['redirect_uri', '']], [], 'invalid_request'],
  [
    'redirect_uri is sent twice',
    [
      ['redirect_uri', exact],
      ['redirect_uri', exact],
    ],
    [],
    'invalid_request',
  ],
  [
    'a foreign redirect_uri comes before the registered one',
    [
      ['redirect_uri', 'https://evil.example/'],
      ['redirect_uri', exact],
    ],
    [],
    'invalid_request',
  ],
  [
    'a foreign redirect_uri comes after the registered one',
    [
      ['redirect_uri', exact],
      ['redirect_uri', 'https://evil.example/'],
    ],
    [],
    'invalid_request',
  ],
  ['redirect_uri is sent as a list', [['redirect_uri[]', exact]], ['redirect_uri'], 'invalid_request'],
  ['client_id is unknown', [['client_id', 'nobody']], [], 'invalid_client'],
  ['client_id is missing', [], ['client_id'], 'invalid_request'],
  ['client_id is empty', [['client_id', '']], [], 'invalid_request'],
  [
    'client_id is sent twice',
    [
      ['client_id', client],
      ['client_id', client],
    ],
    [],
    'invalid_request',
  ],
  ['client_id is in other letters', [['client_id', client.toUpperCase()]], [], 'invalid_client'],
  ['client_id is __proto__', [['client_id', '__proto__']], [], 'invalid_client'],
  ['client_id is a wildcard', [['client_id', '%']], [], 'invalid_client'],
];
for (const [title, changes, without, code] of unusable) {
  test(`an authorization request is answered by an error page, not a redirect, when ${title}`, async (t) => {
    isErrorPage(t, await authorize(changes, without), code);
  });
}

test("a machine's client cannot be used at the authorization endpoint", async (t) => {
  const page = await authorize([['client_id', 'demo-machine']]);
  t.is(page.status, 400);
  t.is(page.headers.location, undefined);
});

test("another client's redirect_uri is refused", async (t) => {
  const page = await authorize([['client_id', 'demo-web']]);
  isErrorPage(t, page, 'invalid_redirect_uri');
});

test('the token endpoint refuses every other redirect_uri than the one the code was asked for', async (t) => {
  const { browser } = await signIn(server.issuer);
  const codeAt = async () => {
    const query = new URLSearchParams({
      client_id: client,
      response_type: 'code',
      scope: 'openid',
      nonce: 'a-nonce',
      redirect_uri: exact,
    });
    const page = await browser.open(`/oauth/authorize?${query}`);
    return String(page.url.searchParams.get('code'));
  };
  const exchange = async (code: string, uri: string) => {
    const response = await fetch(`${server.issuer}/api/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: client,
        client_secret: secretOf('demo-web'),
        code,
        redirect_uri: uri,
      }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const accepted: string[] = [];
  const code = await codeAt();
  for (const [title, uri] of variantsOf(exact)) {
    const { status, body } = await exchange(code, uri);
    if (status !== 400 || body['error'] !== 'invalid_grant') accepted.push(`${title}: ${status}`);
  }
  t.deepEqual(accepted, []);
  t.is((await exchange(await codeAt(), exact)).status, 200);
});

function logout(changes: [string, string][]): Promise<WirePage> {
  const query = new URLSearchParams([['client_id', client], ...changes]);
  return new WireBrowser(server.issuer).request('GET', `/api/oauth/logout?${query}`);
}

for (const [title, uri] of variantsOf(exactLogout)) {
  test(`a post_logout_redirect_uri that differs from the registered one is answered by an error page: ${title}`, async (t) => {
    isErrorPage(t, await logout([['post_logout_redirect_uri', uri]]), 'invalid_request');
  });
}

const differingLogouts: [title: string, changes: [string, string][], code: string][] = [
  [
    'two of them',
    [
      ['post_logout_redirect_uri', exactLogout],
      ['post_logout_redirect_uri', exactLogout],
    ],
    'invalid_request',
  ],
  [
    'the registered one and a foreign one',
    [
      ['post_logout_redirect_uri', exactLogout],
      ['post_logout_redirect_uri', 'https://evil.example/'],
    ],
    'invalid_request',
  ],
  ["a redirect_uri of the client's sign-in", [['post_logout_redirect_uri', exact]], 'invalid_request'],
  ["another client's address", [['post_logout_redirect_uri', 'http://127.0.0.1:8765/logged-out']], 'invalid_request'],
];
for (const [title, changes, code] of differingLogouts) {
  test(`logout answers an error page, not a redirect: ${title}`, async (t) => {
    isErrorPage(t, await logout(changes), code);
  });
}

test('logout for an unknown client is an error page', async (t) => {
  const query = new URLSearchParams({ client_id: 'nobody', post_logout_redirect_uri: 'https://evil.example/' });
  const page = await new WireBrowser(server.issuer).request('GET', `/api/oauth/logout?${query}`);
  isErrorPage(t, page, 'invalid_client');
});

const withoutClient: [title: string, parameters: Record<string, string>][] = [
  ['no parameter at all', {}],
  ['a foreign address without a client', { post_logout_redirect_uri: 'https://evil.example/' }],
  ['a registered address without a client', { post_logout_redirect_uri: exactLogout }],
  ['an empty address', { client_id: client, post_logout_redirect_uri: '' }],
];
for (const [title, parameters] of withoutClient) {
  test(`logout sends nobody anywhere: ${title}`, async (t) => {
    const query = new URLSearchParams(parameters);
    const page = await new WireBrowser(server.issuer).request('GET', `/api/oauth/logout?${query}`);
    t.is(page.status, 200);
    t.is(page.headers.location, undefined);
    t.false(page.body.includes('evil.example'));
  });
}

test('a valid ID token does not make a foreign post_logout_redirect_uri acceptable, and signs nobody out', async (t) => {
  const { browser, tokens } = await signIn(server.issuer);
  const query = new URLSearchParams({ id_token_hint: String(tokens.id_token) });
  for (const [, uri] of variantsOf('http://127.0.0.1:8765/logged-out')) {
    query.set('post_logout_redirect_uri', uri);
    const page = await browser.open(`/api/oauth/logout?${query}`);
    t.is(page.status, 400, uri);
    t.is(page.headers.get('location'), null, uri);
  }
  const userinfo = await fetch(`${server.issuer}/api/oauth/userinfo`, {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  });
  t.is(userinfo.status, 200);
});

test('logout by POST refuses a foreign post_logout_redirect_uri as well', async (t) => {
  const { tokens } = await signIn(server.issuer);
  const browser = new WireBrowser(server.issuer);
  const first = await browser.request('POST', '/api/oauth/logout', {
    fields: { id_token_hint: String(tokens.id_token), post_logout_redirect_uri: 'https://evil.example/' },
  });
  t.is(first.status, 303);
  t.is(new URL(String(first.headers.location), server.issuer).origin, server.issuer);
  const second = await browser.open(String(first.headers.location));
  t.is(second.status, 400);
  t.is(second.headers.location, undefined);
});

test('state comes back as data, whatever it holds', async (t) => {
  const states = [
    '&error=x#y',
    'a\r\nSet-Cookie: evil=1',
    '"><script>alert(1)</script>',
    '../../evil',
    '💥',
    '%00',
    ' ',
  ];
  for (const state of states) {
    const page = await authorize([
      ['state', state],
      ['prompt', 'none'],
    ]);
    const location = new URL(String(page.headers.location));
    t.is(location.origin + location.pathname, exact);
    t.is(location.hash, '');
    t.is(location.searchParams.get('state'), state);
    t.is(location.searchParams.get('error'), 'login_required');
    t.is(page.headers['set-cookie']?.some((line) => line.startsWith('evil')) ?? false, false);
  }
});
