import test, { type ExecutionContext } from 'ava';
import { demoPassword } from '../src/demo-data.js';
import { type HttpsIssuer, startHttpsIssuer } from './support/https-issuer.js';
import { buildRequest, callback, configure } from './support/sign-in.js';
import { startTestServer, type TestServer } from './support/test-server.js';
import { WireBrowser, type WirePage } from './support/wire-browser.js';

const script = `<script>alert("1")</script>'"&<img src=x onerror=alert(2)>`;

let server: TestServer;
let secure: HttpsIssuer;
let hostile: TestServer;
test.before(async () => {
  [server, secure, hostile] = await Promise.all([
    startTestServer(),
    startHttpsIssuer('Bank & <b>Sons</b>'),
    startTestServer(),
  ]);
  const { db } = hostile.identity;
  await db.client.updateMany({ data: { name: script, clientUri: 'https://client.example/"><script>' } });
  await db.tenant.updateMany({ data: { name: script } });
  await db.user.updateMany({ data: { displayName: script, givenName: script, familyName: script } });
  await db.user.update({ where: { normalizedEmail: 'owner@globex.test' }, data: { email: `${script}@globex.test` } });
});
test.after.always(async () => {
  await Promise.all([server?.stop(), secure?.stop(), hostile?.stop()]);
});

/** An authorization request as a client's link has it. */
function requestPath(changes: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    client_id: 'demo-web',
    redirect_uri: callback,
    response_type: 'code',
    scope: 'openid profile email',
    nonce: 'a-nonce',
    state: 'a-state',
    ...changes,
  });
  return `/oauth/authorize?${query}`;
}

async function signedIn(browser: WireBrowser, email = 'owner@acme.test'): Promise<WireBrowser> {
  await browser.submit(await browser.open(requestPath()), { email, password: demoPassword });
  return browser;
}

/** Every page a person can see, by the way that leads there. */
const pages: Record<string, { status: number; text: string; open(browser: WireBrowser): Promise<WirePage> }> = {
  'the sign-in page': { status: 200, text: 'name="password"', open: (browser) => browser.open(requestPath()) },
  'the sign-in page with a hint': {
    status: 200,
    text: 'value="somebody@example.test"',
    open: (browser) => browser.open(requestPath({ login_hint: 'somebody@example.test' })),
  },
  'the sign-in page after a wrong password': {
    status: 401,
    text: 'name="password"',
    open: async (browser) =>
      browser.submit(await browser.open(requestPath()), { email: 'nobody@example.test', password: 'wrong-password' }),
  },
  'the sign-in page after an empty form': {
    status: 422,
    text: 'name="password"',
    open: async (browser) => browser.submit(await browser.open(requestPath()), { email: '', password: '' }),
  },
  'the consent page': {
    status: 200,
    text: '<h1>Allow',
    open: async (browser) =>
      browser.submit(await browser.open(requestPath({ client_id: 'demo-partner' })), {
        email: 'admin@acme.test',
        password: demoPassword,
      }),
  },
  'the page that asks for the tenant': {
    status: 200,
    text: 'name="tenant"',
    open: async (browser) =>
      browser.submit(await browser.open(requestPath()), { email: 'owner@globex.test', password: demoPassword }),
  },
  'the page that asks for the tenant after a wrong choice': {
    status: 422,
    text: 'name="tenant"',
    open: async (browser) => {
      const page = await browser.submit(await browser.open(requestPath()), {
        email: 'owner@globex.test',
        password: demoPassword,
      });
      return browser.submit(page, { tenant: 'nothing' });
    },
  },
  'the logout page': {
    status: 200,
    text: 'name="logout"',
    open: async (browser) => (await signedIn(browser)).open('/api/oauth/logout'),
  },
  'the logout page that names a client': {
    status: 200,
    text: 'name="logout"',
    open: async (browser) => (await signedIn(browser)).open('/api/oauth/logout?client_id=demo-web'),
  },
  'the page after logout': {
    status: 200,
    text: 'signed out',
    open: async (browser) =>
      browser.submit(await (await signedIn(browser)).open('/api/oauth/logout?client_id=demo-web'), { logout: 'yes' }),
  },
  'the logout of somebody who stays': {
    status: 200,
    text: '<main>',
    open: async (browser) =>
      browser.submit(await (await signedIn(browser)).open('/api/oauth/logout?client_id=demo-web'), {}),
  },
  'the logout of nobody': {
    status: 200,
    text: 'signed out',
    open: (browser) => browser.open('/api/oauth/logout'),
  },
  'the logout of nobody at a client': {
    status: 200,
    text: 'signed out',
    open: (browser) => browser.open('/api/oauth/logout?client_id=demo-web'),
  },
  'the page of a finished logout': {
    status: 200,
    text: 'signed out',
    open: (browser) => browser.open('/api/oauth/logout/success?client_id=demo-web'),
  },
  'the error page of an unknown client': {
    status: 400,
    text: 'invalid_client',
    open: (browser) => browser.open(requestPath({ client_id: 'nobody' })),
  },
  'the error page of a foreign redirect_uri': {
    status: 400,
    text: 'invalid_redirect_uri',
    open: (browser) => browser.open(requestPath({ redirect_uri: 'https://evil.example/' })),
  },
  'the error page of a request without anything': {
    status: 400,
    text: 'invalid_request',
    open: (browser) => browser.open('/oauth/authorize'),
  },
  'the error page of an interaction of another browser': {
    status: 400,
    text: 'session_not_found',
    open: (browser) => browser.open('/interaction/nothing'),
  },
  'the error page of a form sent by another site': {
    status: 400,
    text: 'access_denied',
    open: async (browser) => {
      const { url } = await browser.open(requestPath());
      return browser.request('POST', url, { fields: {}, headers: { 'sec-fetch-site': 'cross-site' } });
    },
  },
  'the error page of an expired interaction': {
    status: 400,
    text: 'session_not_found',
    open: async (browser) => {
      const { url } = await browser.open(requestPath());
      await server.identity.db.oidcRecord.deleteMany({ where: { uid: url.pathname.split('/').at(-1) ?? '' } });
      return browser.open(url);
    },
  },
  'the error page of a sign-in that cannot be resumed': {
    status: 400,
    text: 'session_not_found',
    open: (browser) => browser.open('/oauth/authorize/nothing'),
  },
  'the error page of a logout with a bad ID token': {
    status: 400,
    text: 'invalid_request',
    open: (browser) => browser.open('/api/oauth/logout?id_token_hint=a.b.c'),
  },
  'the error page of a logout form that was forged': {
    status: 400,
    text: 'invalid_request',
    open: (browser) => browser.request('POST', '/api/oauth/logout/confirm', { fields: { xsrf: 'x', logout: 'yes' } }),
  },
  'the error page of a logout by POST with a field sent twice': {
    status: 400,
    text: 'invalid_request',
    open: (browser) =>
      browser.request('POST', '/api/oauth/logout', { body: 'state=a&state=b' }),
  },
};

function isHardened(t: ExecutionContext, { headers, body }: WirePage): void {
  t.is(headers['content-type'], 'text/html; charset=utf-8');
  const directives = new Map(
    String(headers['content-security-policy'])
      .split(';')
      .map((directive) => directive.trim().split(/ (.*)/u))
      .map(([name = '', value = '']) => [name, value]),
  );
  t.is(directives.get('default-src'), "'none'");
  t.is(directives.get('frame-ancestors'), "'none'");
  t.is(directives.get('base-uri'), "'none'");
  t.is(directives.get('script-src'), undefined, 'default-src forbids scripts');
  t.notRegex(String(headers['content-security-policy']), /unsafe-|\*/u);
  t.is(headers['x-content-type-options'], 'nosniff');
  t.is(headers['referrer-policy'], 'no-referrer');
  t.is(headers['cache-control'], 'no-store');
  t.is(headers['x-powered-by'], undefined);
  t.is(headers.server, undefined);
  t.true(body.startsWith('<!doctype html><html lang="'));
  t.regex(body, /<meta charset="utf-8"/u);
  hasNoScript(t, body);
}

function hasNoScript(t: ExecutionContext, body: string): void {
  t.notRegex(body, /<script/iu);
  t.notRegex(body, /<[^>]*\sstyle\s*=/iu);
  t.notRegex(body, /<[^>]*\son\w+\s*=/iu);
  t.notRegex(body, /(?:href|src|action)="?\s*(?:javascript|data:text)/iu);
  t.notRegex(body, /<(?:iframe|object|embed|base|meta http-equiv)/iu);
}

for (const [title, { status, text, open }] of Object.entries(pages)) {
  test(`${title} is sent with every header that protects it, and needs no script`, async (t) => {
    const page = await open(new WireBrowser(server.issuer));
    t.is(page.status, status, page.body.slice(-300));
    t.true(page.body.includes(text), page.body.slice(-300));
    isHardened(t, page);
  });
}

test('no page of the library itself is ever shown: it would need a script and lacks our headers', async (t) => {
  const shown: string[] = [];
  const ways: [string, (browser: WireBrowser) => Promise<WirePage>][] = [
    ['logout with a trailing slash', (browser) => browser.open('/api/oauth/logout/')],
    ['response_mode=form_post', async (browser) => (await signedIn(browser)).open(requestPath({ response_mode: 'form_post' }))],
    ['an error with response_mode=form_post', (browser) => browser.open(requestPath({ response_mode: 'form_post', prompt: 'none' }))],
    ['response_mode=web_message', (browser) => browser.open(requestPath({ response_mode: 'web_message', prompt: 'none' }))],
  ];
  for (const [title, open] of ways) {
    const { headers, body } = await open(new WireBrowser(server.issuer));
    if (/<script/iu.test(body)) shown.push(`${title}: a script`);
    const html = String(headers['content-type']).startsWith('text/html') && body !== '';
    if (html && !headers['content-security-policy']) shown.push(`${title}: no policy`);
  }
  t.deepEqual(shown, []);
});

test('no answer to a person tells what the server is made of', async (t) => {
  for (const path of ['/oauth/authorize', '/interaction/nothing', '/api/users/me', '/nothing', '/api/oauth/token']) {
    const { headers } = await new WireBrowser(server.issuer).request('GET', path);
    t.is(headers['x-powered-by'], undefined, path);
    t.is(headers.server, undefined, path);
  }
});

for (const path of ['/api/users/me', '/api/tenants', '/api/tenants/x', '/api/oauth/userinfo', '/interaction/x/y']) {
  test(`${path} is no page, and no browser takes its answer for one`, async (t) => {
    const { headers, body } = await new WireBrowser(server.issuer).request('GET', `${path}?q=${encodeURIComponent(script)}`);
    t.notRegex(String(headers['content-type']), /html/u);
    t.false(body.includes('<script'));
  });
}

const secretPages = ['sign-in', 'consent', 'tenant'];

test('the redirects of a sign-in are not kept by caches and send no address along', async (t) => {
  const browser = new WireBrowser(server.issuer);
  const started = await browser.request('GET', requestPath());
  t.is(started.status, 303);
  t.is(started.headers['cache-control'], 'no-store');
  const url = new URL(String(started.headers.location), server.issuer);
  const submitted = await browser.request('POST', url, {
    fields: { email: 'owner@acme.test', password: demoPassword },
  });
  t.is(submitted.status, 303);
  t.is(submitted.headers['cache-control'], 'no-store');
  const finished = await browser.request('GET', String(submitted.headers.location));
  t.is(finished.status, 303);
  t.is(finished.headers['cache-control'], 'no-store');
  t.false(finished.body.includes('<script'));
});
