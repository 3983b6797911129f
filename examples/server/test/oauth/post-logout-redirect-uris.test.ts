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
import { signIn } from '../support/sign-in.js';

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
