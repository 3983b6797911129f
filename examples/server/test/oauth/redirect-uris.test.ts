import test from 'ava';
import { authorize, client, exact, isErrorPage, server, variantsOf } from '../support/redirect-uri-tests.js';
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
