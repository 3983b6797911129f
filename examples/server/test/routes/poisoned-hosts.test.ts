import { send, sendBytes, statusOf } from '@org/identity-testing/send';
import { formAction, WireBrowser, type WireOptions, type WirePage } from '@org/identity-testing/wire-browser';
import test, { type ExecutionContext } from 'ava';
import { decodeJwt } from 'jose';
import { demoPassword } from '../../src/demo-data.js';
import { buildRequest, callback, configure, secretOf } from '../support/sign-in.js';
import { addUser } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

const forwarded = {
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'https',
  'x-forwarded-port': '4444',
  'x-forwarded-server': 'evil.example',
  'x-forwarded-prefix': '/evil',
  'x-forwarded-for': '203.0.113.9',
};
const standard = { forwarded: 'for=203.0.113.9;host=evil.example;proto=https' };
const rewriting = {
  'x-original-url': '/evil.example',
  'x-rewrite-url': '/evil.example',
  'x-original-host': 'evil.example',
  'x-host': 'evil.example',
  'x-http-host-override': 'evil.example',
  'x-url-scheme': 'https',
  'front-end-https': 'on',
};

const poisons: [title: string, options: WireOptions][] = [
  ['a foreign Host', { headers: { host: 'evil.example' } }],
  ['a foreign Host with a port', { headers: { host: 'evil.example:4444' } }],
  ['a Host that is no host', { headers: { host: 'evil.example/path?x=<script>' } }],
  ['a Host with user-info', { headers: { host: '127.0.0.1@evil.example' } }],
  ['an empty Host', { headers: { host: '' } }],
  ['X-Forwarded-Host and its kin', { headers: forwarded }],
  ['X-Forwarded-Host with a list', { headers: { 'x-forwarded-host': '127.0.0.1, evil.example' } }],
  ['Forwarded', { headers: standard }],
  ['X-Original-URL and its kin', { headers: rewriting }],
  ['an absolute request target', { targetPrefix: 'http://evil.example' }],
  ['an absolute https request target with user-info', { targetPrefix: 'https://user@evil.example:4444' }],
  [
    'all of them at once',
    {
      headers: { host: 'evil.example', ...forwarded, ...standard, ...rewriting },
      targetPrefix: 'https://evil.example',
    },
  ],
];

const servers: Record<string, TestServer> = {};
test.before(async () => {
  const [alone, behindProxy] = await Promise.all([startTestServer(), startTestServer({ trustedProxies: 1 })]);
  servers['no proxy is trusted'] = alone;
  servers['one proxy is trusted'] = behindProxy;
});
test.after.always(async () => {
  for (const server of Object.values(servers)) await server.stop();
});

function serverOf(proxies: string): TestServer {
  const server = servers[proxies];
  if (!server) throw new Error(`No server where ${proxies}.`);
  return server;
}

/** Asserts that a response never contains the attacker's host, and that all of our URLs have the issuer's origin. */
function isClean(t: ExecutionContext, page: WirePage, issuer: string, step: string): void {
  const { status, headers, body } = page;
  t.true(status < 400, `${step}: ${status} ${body.slice(-300)}`);
  t.false(JSON.stringify(headers).includes('evil'), `${step}: ${JSON.stringify(headers)}`);
  t.false(body.includes('evil'), step);
  t.false(body.includes('4444'), step);
  for (const [, url] of body.matchAll(/(?:href|action|src)="(https?:[^"]*)"/gu)) {
    t.is(new URL(String(url)).origin, issuer, step);
  }
  for (const cookie of headers['set-cookie'] ?? []) {
    t.notRegex(cookie, /domain=/iu, step);
    // The issuer uses http, so the browser would not send a Secure cookie.
    t.notRegex(cookie, /; secure/iu, step);
  }
}

for (const proxies of ['no proxy is trusted', 'one proxy is trusted']) {
  for (const [title, options] of poisons) {
    test(`discovery names the configured issuer whatever the request says, where ${proxies}: ${title}`, async (t) => {
      const { issuer } = serverOf(proxies);
      for (const path of ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server']) {
        const page = await new WireBrowser(issuer, options).request('GET', path);
        isClean(t, page, issuer, path);
        const document = JSON.parse(page.body) as Record<string, unknown>;
        t.is(document['issuer'], issuer);
        const urls = Object.entries(document).filter(([name]) => /_(?:endpoint|uri)$/u.test(name));
        t.true(urls.length >= 7);
        for (const [name, url] of urls) t.true(String(url).startsWith(`${issuer}/`), name);
      }
    });

    test(`a whole sign-in and logout stays at the configured issuer, where ${proxies}: ${title}`, async (t) => {
      const { issuer } = serverOf(proxies);
      const browser = new WireBrowser(issuer, options);
      const request = await buildRequest(await configure(issuer, 'demo-web'));

      const started = await browser.request('GET', request.url);
      isClean(t, started, issuer, 'authorize');
      const signInPage = await browser.request('GET', inside(started, issuer));
      isClean(t, signInPage, issuer, 'sign-in page');
      t.is(formAction(signInPage).origin, issuer);

      const submitted = await browser.request('POST', formAction(signInPage), {
        fields: { email: 'owner@acme.test', password: demoPassword },
      });
      isClean(t, submitted, issuer, 'sign-in');
      const finished = await browser.request('GET', inside(submitted, issuer));
      isClean(t, finished, issuer, 'resume');
      const redirect = new URL(String(finished.headers.location));
      t.is(redirect.origin + redirect.pathname, callback);
      t.is(redirect.searchParams.get('iss'), issuer);

      const tokens = await exchange(browser, String(redirect.searchParams.get('code')), request.verifier);
      for (const token of ['access_token', 'id_token']) t.is(decodeJwt(String(tokens[token])).iss, issuer, token);
      t.is(decodeJwt(String(tokens['access_token'])).aud, issuer);

      const asked = await browser.request('GET', '/api/oauth/logout');
      isClean(t, asked, issuer, 'logout page');
      t.is(formAction(asked).href, `${issuer}/api/oauth/logout/confirm`);
      const posted = await browser.request('POST', '/api/oauth/logout', { fields: { client_id: 'demo-web' } });
      isClean(t, posted, issuer, 'logout by POST');
      t.is(inside(posted, issuer).pathname, '/api/oauth/logout');
      const page = await browser.request('GET', inside(posted, issuer));
      const xsrf = /name="xsrf" value="([^"]+)"/u.exec(page.body)?.[1] ?? '';
      const confirmed = await browser.request('POST', formAction(page), { fields: { xsrf, logout: 'yes' } });
      isClean(t, confirmed, issuer, 'logout confirmed');
      t.is(inside(confirmed, issuer).pathname, '/api/oauth/logout/success');
    });
  }

  test(`the link of a mail leads to the configured issuer whatever the request says, where ${proxies}`, async (t) => {
    const server = serverOf(proxies);
    for (const [title, options] of poisons) {
      const { email } = await addUser(server);
      const browser = new WireBrowser(server.issuer, options);
      const page = await browser.request('GET', '/password-reset');
      isClean(t, page, server.issuer, title);
      t.is(formAction(page).href, `${server.issuer}/password-reset`);
      isClean(t, await browser.request('POST', formAction(page), { fields: { email } }), server.issuer, title);
      const { text, html } = await server.mailbox.mailTo(email);
      t.false(`${text}${html}`.includes('evil'), title);
      const links = [...`${text}${html}`.matchAll(/https?:[^\s"<]+/gu)].map(([link]) => link);
      t.true(links.length > 0 && links.every((link) => link.startsWith(`${server.issuer}/password-reset/`)), title);
    }
  });

  test(`a token made for a poisoned host does not exist: the JSON APIs take the issuer's only, where ${proxies}`, async (t) => {
    const { issuer } = serverOf(proxies);
    for (const [title, options] of poisons) {
      const page = await new WireBrowser(issuer, options).request('GET', '/api/users/me');
      t.is(page.status, 401, title);
      t.false(JSON.stringify([page.headers, page.body]).includes('evil'), title);
    }
  });

  test(`an error page of a poisoned request names no foreign host, where ${proxies}`, async (t) => {
    const { issuer } = serverOf(proxies);
    for (const [title, options] of poisons) {
      for (const path of ['/oauth/authorize?client_id=nobody', '/interaction/nothing', '/oauth/authorize/nothing']) {
        const page = await new WireBrowser(issuer, options).request('GET', path);
        t.is(page.status, 400, `${title} ${path}`);
        t.false(JSON.stringify([page.headers, page.body]).includes('evil'), `${title} ${path}`);
      }
    }
  });
}

function inside(page: WirePage, issuer: string): URL {
  const url = new URL(String(page.headers.location), issuer);
  if (url.origin !== issuer) throw new Error(`Sent to ${url.href}.`);
  return url;
}

async function exchange(browser: WireBrowser, code: string, verifier: string): Promise<Record<string, unknown>> {
  const { body } = await browser.request('POST', '/api/oauth/token', {
    fields: {
      grant_type: 'authorization_code',
      client_id: 'demo-web',
      client_secret: secretOf('demo-web'),
      redirect_uri: callback,
      code_verifier: verifier,
      code,
    },
  });
  return JSON.parse(body) as Record<string, unknown>;
}

const discovery = '/.well-known/openid-configuration';
const oddRequests: [title: string, head: (host: string) => string][] = [
  ['two Host headers, ours first', (host) => `GET ${discovery} HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example\r\n`],
  ['two Host headers, ours last', (host) => `GET ${discovery} HTTP/1.1\r\nHost: evil.example\r\nHost: ${host}\r\n`],
  ['no Host header', () => `GET ${discovery} HTTP/1.1\r\n`],
  ['HTTP/1.0 without a Host', () => `GET ${discovery} HTTP/1.0\r\n`],
  ['a folded Host header', (host) => `GET ${discovery} HTTP/1.1\r\nHost: ${host}\r\n evil.example\r\n`],
  ['a space before the colon', () => `GET ${discovery} HTTP/1.1\r\nHost : evil.example\r\n`],
  ['an absolute target without a path', () => `GET http://evil.example HTTP/1.1\r\nHost: evil.example\r\n`],
  ['a target that starts with two slashes', () => `GET //evil.example${discovery} HTTP/1.1\r\nHost: evil.example\r\n`],
  ['a target without a slash', () => `GET evil.example${discovery} HTTP/1.1\r\nHost: evil.example\r\n`],
  ['a backslash in the target', () => `GET /\\evil.example${discovery} HTTP/1.1\r\nHost: evil.example\r\n`],
  ['a target with another scheme', () => `GET file://evil.example${discovery} HTTP/1.1\r\nHost: evil.example\r\n`],
];
for (const [title, head] of oddRequests) {
  test(`discovery is refused or names the issuer for an odd request: ${title}`, async (t) => {
    for (const { issuer } of Object.values(servers)) {
      const { port, host } = new URL(issuer);
      const response = await sendBytes(Number(port), `${head(host)}Connection: close\r\n\r\n`);
      const status = statusOf(response);
      t.true(status === 200 || (status >= 400 && status < 500), response.slice(0, 200));
      t.false(response.includes('evil'), response.slice(0, 400));
      if (status === 200) t.true(response.includes(`"issuer":"${issuer}"`));
    }
  });
}

test('a pipelined second request cannot borrow the Host of the first', async (t) => {
  const { issuer } = serverOf('no proxy is trusted');
  const { port, host } = new URL(issuer);
  const first = `GET ${discovery} HTTP/1.1\r\nHost: evil.example\r\n\r\n`;
  const second = `GET ${discovery} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
  const responses = await sendBytes(Number(port), first + second);
  t.is(responses.split(`"issuer":"${issuer}"`).length - 1, 2);
  t.false(responses.includes('evil'));
});

test('content-length and transfer-encoding together are refused, so that no request hides in a body', async (t) => {
  const { port, host } = new URL(serverOf('no proxy is trusted').issuer);
  const head = `POST /api/oauth/token HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/x-www-form-urlencoded\r\n`;
  const hidden = `GET ${discovery} HTTP/1.1\r\nHost: evil.example\r\n\r\n`;
  const smuggling = [
    `Content-Length: ${hidden.length + 5}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
    `Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
    `Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`,
    `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`,
  ];
  for (const rest of smuggling) {
    const response = await sendBytes(Number(port), head + rest);
    t.is(statusOf(response), 400, rest.slice(0, 60));
    t.false(response.includes('issuer'), rest.slice(0, 60));
  }
});

test('a request for a path of nobody is a 404 that names no host', async (t) => {
  const { port } = new URL(serverOf('no proxy is trusted').issuer);
  const response = await send(Number(port), { target: '/evil.example', headers: { host: 'evil.example' } });
  t.is(response.status, 404);
  t.false(JSON.stringify(response).includes('evil'));
});
