import { createHash } from 'node:crypto';
import { WireBrowser, type WirePage } from '@org/identity-testing/wire-browser';
import { pageHeaders, revealScript, sendAgainScript } from '@org/identity-ui';
import test, { type ExecutionContext } from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import { pages, requestPath, secure, server, signedIn } from '../support/page-tests.js';
import { callback } from '../support/sign-in.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

const script = `<script>alert("1")</script>'"&<img src=x onerror=alert(2)>`;

let hostile: TestServer;
test.before(async () => {
  hostile = await startTestServer();
  const { db } = hostile.identity;
  await db.client.updateMany({ data: { name: script } });
  await db.tenant.updateMany({ data: { name: script } });
  await db.user.updateMany({ data: { displayName: script, givenName: script, familyName: script } });
  await db.user.update({ where: { normalizedEmail: 'owner@globex.test' }, data: { email: `${script}@globex.test` } });
});
test.after.always(() => hostile?.stop());

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

/** The scripts that show a password, and that count down until a mail can be sent again. */
const ownScripts = [revealScript, sendAgainScript];
const elementOf = (own: string) => `<script>${own}</script>`;

/** The only sources that the policy of a page may allow: our scripts that the page contains. */
function ownSourceIn(body: string): string | undefined {
  const contained = ownScripts.filter((own) => body.includes(elementOf(own)));
  const sources = contained.map((own) => `'sha256-${createHash('sha256').update(own).digest('base64')}'`);
  return sources.length === 0 ? undefined : sources.join(' ');
}

/** Removes our own scripts from a page; the page works without them. */
const withoutOwn = (body: string) => ownScripts.reduce((rest, own) => rest.replaceAll(elementOf(own), ''), body);

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

/** Pages that show text of another user, and how often at least. */
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
