import { createHash } from 'node:crypto';
import { pageHeaders, revealScript } from '@org/identity-core';
import { licensing, tenants, users } from '@org/identity-server';
import test, { type ExecutionContext } from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import { type HttpsIssuer, startHttpsIssuer } from '../support/https-issuer.js';
import { callback } from '../support/sign-in.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { WireBrowser, type WirePage } from '../support/wire-browser.js';

const script = `<script>alert("1")</script>'"&<img src=x onerror=alert(2)>`;

let server: TestServer;
let secure: HttpsIssuer;
let hostile: TestServer;
test.before(async () => {
  [server, secure, hostile] = await Promise.all([
    startTestServer({ plugins: [users({ registration: 'open' }), tenants(), licensing()] }),
    startHttpsIssuer('Bank & <b>Sons</b>'),
    startTestServer(),
  ]);
  const { db } = hostile.identity;
  await db.client.updateMany({ data: { name: script } });
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

async function registrationForm(browser: WireBrowser): Promise<WirePage> {
  const { url } = await browser.open(requestPath());
  return browser.open(`${url.pathname}/return?register`);
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
  'the page that asks for a reset': {
    status: 200,
    text: 'name="email"',
    open: (browser) => browser.open('/password-reset'),
  },
  'the page after a reset was asked for': {
    status: 200,
    text: 'nobody@example.test',
    open: async (browser) => browser.submit(await browser.open('/password-reset'), { email: 'nobody@example.test' }),
  },
  'the registration form': { status: 200, text: 'name="register"', open: registrationForm },
  'the registration form after a weak password': {
    status: 422,
    text: 'aria-invalid="true"',
    open: async (browser) =>
      browser.submit(await registrationForm(browser), { email: 'nobody@example.test', password: 'weak' }),
  },
  'the page after a registration': {
    status: 200,
    text: 'Check your email',
    open: async (browser) =>
      browser.submit(await registrationForm(browser), {
        email: 'owner@acme.test',
        password: 'violet harbor engine 77',
      }),
  },
  'the page for a sign-in of another browser': {
    status: 200,
    text: 'Sign in to the application',
    open: (browser) => browser.open('/sign-in/unknown'),
  },
  'the page of a dead link': {
    status: 404,
    text: 'This link does not work any more',
    open: (browser) => browser.open('/password-reset/unknown'),
  },
  'the consent page': {
    status: 200,
    text: 'wants access to your account</h1>',
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
      const idHash = createHash('sha256').update(url.pathname.replace('/interaction/', '')).digest();
      const { count } = await server.identity.db.oidcRecord.deleteMany({ where: { idHash: Uint8Array.from(idHash) } });
      if (count !== 1) throw new Error('The interaction was not found.');
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
    open: (browser) => browser.request('POST', '/api/oauth/logout', { body: 'state=a&state=b' }),
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
  t.is(directives.get('script-src'), ownSourceIn(body), 'default-src forbids all scripts but our own');
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

const ownScript = `<script>${revealScript}</script>`;

/** What the policy of a page may permit: the one script that shows a password, where the page holds it. */
function ownSourceIn(body: string): string | undefined {
  const hash = createHash('sha256').update(revealScript).digest('base64');
  return body.includes(ownScript) ? `'sha256-${hash}'` : undefined;
}

/** A page without our own script, which works without it. */
const withoutOwn = (body: string) => body.replaceAll(ownScript, '');

function hasNoScript(t: ExecutionContext, page: string): void {
  const body = withoutOwn(page);
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

test('an address with a slash behind it leads to no page that needs a script', async (t) => {
  for (const path of ['/api/oauth/logout/', '/oauth/authorize/', '/interaction/', '/api/oauth/logout/confirm/']) {
    const page = await new WireBrowser(server.issuer).request('GET', path);
    t.notRegex(page.body, /<script/iu, path);
    if (page.status < 300 || page.status >= 400) {
      const html = /html/u.test(String(page.headers['content-type']));
      t.is(html, page.headers['content-security-policy'] !== undefined, path);
    }
  }
});

const formPosts: [title: string, open: (browser: WireBrowser) => Promise<WirePage>][] = [
  ['a code', async (browser) => (await signedIn(browser)).open(requestPath({ response_mode: 'form_post' }))],
  ['an error', (browser) => browser.open(requestPath({ response_mode: 'form_post', prompt: 'none' }))],
  [
    'a code after the sign-in page',
    async (browser) =>
      browser.submit(await browser.open(requestPath({ response_mode: 'form_post' })), {
        email: 'owner@acme.test',
        password: demoPassword,
      }),
  ],
];
for (const [title, open] of formPosts) {
  test(`response_mode=form_post is refused, or its page runs nothing but the script its policy names: ${title}`, async (t) => {
    const { url, status, headers, body } = await open(new WireBrowser(server.issuer));
    if (status === 303) {
      t.is(url.origin + url.pathname, callback);
      t.truthy(url.searchParams.get('error'));
      return;
    }
    const scripts = [...body.matchAll(/<script>([^<]*)<\/script>/gu)].map(([, source]) => String(source));
    const hashes = scripts.map((source) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`);
    const policy = String(headers['content-security-policy']).split(/; ?/u);
    t.true(policy.includes("default-src 'none'"), String(headers['content-security-policy']));
    t.true(policy.includes("frame-ancestors 'none'"));
    t.true(policy.includes(`script-src ${hashes.join(' ')}`));
    t.is(headers['x-content-type-options'], 'nosniff');
    t.is(headers['referrer-policy'], 'no-referrer');
    t.is(headers['cache-control'], 'no-store');
  });
}

test('no answer to a person tells what the server is made of', async (t) => {
  for (const path of ['/oauth/authorize', '/interaction/nothing', '/api/users/me', '/nothing', '/api/oauth/token']) {
    const { headers } = await new WireBrowser(server.issuer).request('GET', path);
    t.is(headers['x-powered-by'], undefined, path);
    t.is(headers.server, undefined, path);
  }
});

for (const path of ['/interaction/x/y', '/account/nothing', '/nothing']) {
  test(`${path} is the page of an unknown path, under the policy of all pages, and repeats nothing of the URL`, async (t) => {
    const { status, headers, body } = await new WireBrowser(server.issuer).request(
      'GET',
      `${path}?q=${encodeURIComponent(script)}`,
    );
    t.is(status, 404);
    t.regex(String(headers['content-type']), /^text\/html/u);
    t.is(headers['content-security-policy'], pageHeaders['Content-Security-Policy']);
    t.false(body.includes('<script'));
    t.false(body.includes(path));
  });
}

for (const path of ['/api/users/me', '/api/tenants', '/api/tenants/x', '/api/oauth/userinfo', '/api/x']) {
  test(`${path} is no page, and no browser takes its answer for one`, async (t) => {
    const { headers, body } = await new WireBrowser(server.issuer).request(
      'GET',
      `${path}?q=${encodeURIComponent(script)}`,
    );
    t.notRegex(String(headers['content-type']), /html/u);
    t.false(body.includes('<script'));
  });
}

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

/** Pages that show what somebody else wrote, and how often at least. */
const repeating: Record<string, { times: number; open(browser: WireBrowser): Promise<WirePage> }> = {
  "the sign-in page shows the client's name": { times: 1, open: (browser) => browser.open(requestPath()) },
  'the sign-in page shows login_hint': {
    times: 2,
    open: (browser) => browser.open(requestPath({ login_hint: script, state: script, ui_locales: script })),
  },
  'the sign-in page shows the email that was refused': {
    times: 2,
    open: async (browser) =>
      browser.submit(await browser.open(requestPath()), { email: script, password: 'wrong-password' }),
  },
  'the sign-in page shows the email that came without a password': {
    times: 2,
    open: async (browser) => browser.submit(await browser.open(requestPath()), { email: script, password: '' }),
  },
  "the consent page shows the client's name": {
    times: 1,
    open: async (browser) =>
      browser.submit(await browser.open(requestPath({ client_id: 'demo-partner' })), {
        email: 'admin@acme.test',
        password: demoPassword,
      }),
  },
  'the consent page shows the email of the account': {
    times: 2,
    open: async (browser) =>
      browser.submit(await browser.open(requestPath({ client_id: 'demo-partner', tenant: 'globex' })), {
        email: 'owner@globex.test',
        password: demoPassword,
      }),
  },
  'the page that asks for the tenant shows tenants, client and email': {
    times: 4,
    open: async (browser) =>
      browser.submit(await browser.open(requestPath()), { email: 'owner@globex.test', password: demoPassword }),
  },
  "the logout page shows the client's name": {
    times: 1,
    open: async (browser) => (await signedIn(browser)).open('/api/oauth/logout?client_id=demo-web'),
  },
};
for (const [title, { times, open }] of Object.entries(repeating)) {
  test(`a script in a text stays text: ${title}`, async (t) => {
    const page = await open(new WireBrowser(hostile.issuer));
    const shown = page.body.split('&lt;script>alert(&quot;1&quot;)&lt;/script>').length - 1;
    t.true(shown >= times, page.body.slice(-1500));
    t.false(withoutOwn(page.body).includes('<script'));
    t.false(page.body.includes('<img'));
    hasNoScript(t, page.body.replaceAll('&lt;img src=x onerror=alert(2)>', ''));
  });
}

test('a script in a parameter of a request that fails is not on its error page', async (t) => {
  const names = ['client_id', 'redirect_uri', 'state', 'scope', 'response_type', 'prompt', 'tenant', 'response_mode'];
  for (const name of names) {
    const page = await new WireBrowser(hostile.issuer).request(
      'GET',
      requestPath({ client_id: 'nobody', [name]: script }),
    );
    t.is(page.status, 400, name);
    isHardened(t, page);
    t.false(page.body.includes('alert'), name);
  }
});

test('a script in an error text reaches the client as data in the query only', async (t) => {
  const page = await new WireBrowser(hostile.issuer).request('GET', requestPath({ prompt: script, state: script }));
  const location = new URL(String(page.headers.location));
  t.is(location.origin + location.pathname, callback);
  t.is(location.searchParams.get('state'), script);
  t.false(String(page.headers.location).includes('<'));
  t.false(page.body.includes('<script'));
});

test("the product's name is escaped in title and text", async (t) => {
  const { body } = await new WireBrowser(secure.issuer, { port: secure.port }).open(requestPath());
  t.true(body.includes('Bank &amp; &lt;b>Sons&lt;/b>'));
  t.false(body.includes('<b>Sons'));
});

/** The attributes of a Set-Cookie line, by lower-case name. */
function attributes(line: string): Map<string, string> {
  return new Map(
    line
      .split('; ')
      .slice(1)
      .map((text) => text.split('='))
      .map(([name = '', value = '']) => [name.toLowerCase(), value.toLowerCase()]),
  );
}

const cookieNames = (browser: WireBrowser) =>
  [...new Set(browser.received.map((line) => line.split('=', 1)[0]))].sort();

test('on http every cookie is HttpOnly and SameSite=Lax and belongs to this host alone', async (t) => {
  const browser = await signedIn(new WireBrowser(server.issuer));
  await browser.submit(await browser.open('/api/oauth/logout'), { logout: 'yes' });
  t.deepEqual(cookieNames(browser), [
    'identity-interaction',
    'identity-interaction.sig',
    'identity-known',
    'identity-resume',
    'identity-resume.sig',
    'identity-session',
    'identity-session.sig',
  ]);
  for (const line of browser.received) {
    t.true(attributes(line).has('httponly'), line);
    t.is(attributes(line).get('samesite'), 'lax', line);
    t.false(attributes(line).has('domain'), line);
    t.false(attributes(line).has('secure'), line);
  }
});

test('on https every cookie is Secure as well, and its name makes browsers hold it to that', async (t) => {
  const browser = await signedIn(new WireBrowser(secure.issuer, { port: secure.port }));
  await browser.submit(await browser.open('/api/oauth/logout'), { logout: 'yes' });
  t.deepEqual(cookieNames(browser), [
    '__Host-identity-known',
    '__Host-identity-session',
    '__Host-identity-session.sig',
    '__Secure-identity-interaction',
    '__Secure-identity-interaction.sig',
    '__Secure-identity-resume',
    '__Secure-identity-resume.sig',
  ]);
  for (const line of browser.received) {
    t.true(attributes(line).has('httponly'), line);
    t.true(attributes(line).has('secure'), line);
    t.is(attributes(line).get('samesite'), 'lax', line);
    t.false(attributes(line).has('domain'), line);
    if (line.startsWith('__Host-')) t.is(attributes(line).get('path'), '/', line);
    else t.regex(String(attributes(line).get('path')), /^\/(?:interaction|oauth\/authorize)\/[\w-]{20,}$/u);
  }
});

test('a whole sign-in works behind a proxy that ends TLS', async (t) => {
  const browser = new WireBrowser(secure.issuer, { port: secure.port });
  const page = await browser.submit(await browser.open(requestPath()), {
    email: 'owner@acme.test',
    password: demoPassword,
  });
  t.is(page.url.origin + page.url.pathname, callback);
  t.truthy(page.url.searchParams.get('code'));
  t.is(page.url.searchParams.get('iss'), secure.issuer);
});

const silent = () => requestPath({ prompt: 'none' });

/** What a browser that holds just these cookies gets without a page. */
async function opens(cookies: WireBrowser['jar']): Promise<'code' | 'login_required' | string> {
  const browser = new WireBrowser(server.issuer);
  for (const [key, cookie] of cookies) browser.jar.set(key, cookie);
  const { url } = await browser.open(silent());
  return url.searchParams.has('code') ? 'code' : String(url.searchParams.get('error'));
}

test('the session cookie changes at sign-in, and the one from before opens nothing', async (t) => {
  const browser = new WireBrowser(server.issuer);
  // Where nobody is signed in, only this page needs a session.
  await browser.open('/api/oauth/logout?client_id=demo-web');
  const before = new Map(browser.jar);
  const planted = browser.cookie('identity-session');
  t.truthy(planted);
  await signedIn(browser);
  t.not(browser.cookie('identity-session'), planted);
  t.is(await opens(browser.jar), 'code');
  t.is(await opens(before), 'login_required');
});

test('the session cookie changes when somebody signs in again, and the old one opens nothing', async (t) => {
  const browser = await signedIn(new WireBrowser(server.issuer));
  const before = new Map(browser.jar);
  t.is(await opens(before), 'code');
  const page = await browser.open(requestPath({ prompt: 'login' }));
  await browser.submit(page, { email: 'owner@acme.test', password: demoPassword });
  t.not(browser.cookie('identity-session'), before.get('identity-session /')?.value);
  t.is(await opens(browser.jar), 'code');
  t.is(await opens(before), 'login_required');
});

test('a session cookie that somebody planted is never adopted', async (t) => {
  const value = 'planted-session-of-an-attacker';
  for (const signature of [undefined, 'x'.repeat(27)]) {
    const browser = new WireBrowser(server.issuer);
    browser.jar.set('identity-session /', { name: 'identity-session', value, path: '/' });
    if (signature) browser.jar.set('s', { name: 'identity-session.sig', value: signature, path: '/' });
    await signedIn(browser);
    browser.jar.delete('s');
    t.not(browser.cookie('identity-session'), value);
    t.is(await opens(browser.jar), 'code');
    t.is(
      await opens(new Map([['identity-session /', { name: 'identity-session', value, path: '/' }]])),
      'login_required',
    );
  }
});

test('a person who only looks at the sign-in page gets no session', async (t) => {
  const browser = new WireBrowser(server.issuer);
  await browser.open(requestPath());
  t.is(browser.cookie('identity-session'), undefined);
});

test('a browser that still holds the cookies of before its logout is signed out', async (t) => {
  const browser = await signedIn(new WireBrowser(server.issuer));
  const before = new Map(browser.jar);
  await browser.submit(await browser.open('/api/oauth/logout'), { logout: 'yes' });
  t.is(browser.cookie('identity-session'), undefined);
  t.is(await opens(before), 'login_required');
});
