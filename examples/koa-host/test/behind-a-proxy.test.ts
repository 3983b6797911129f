import { buildRequest, call, configure, signIn } from '@org/identity-example-server/test/sign-in';
import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { startTestHost, type TestHost } from './support/test-host.js';
import { startTlsProxy, type TlsProxy } from './support/tls-proxy.js';

// The proxy of this test has a self-signed certificate. The setting applies only to the thread of this file.
process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';

let proxy: TlsProxy;
let host: TestHost;
test.before(async () => {
  proxy = await startTlsProxy();
  host = await startTestHost({ issuer: `${proxy.origin}/identity`, trustedProxies: 1 });
  proxy.forwardTo(host.origin);
});
test.after.always(async () => {
  await proxy?.stop();
  await host?.stop();
});

interface Home {
  seenAs: { ip: string; protocol: string };
}

test('a client signs somebody in over https, below a path, though the app itself speaks http', async (t) => {
  const { tokens, browser } = await signIn(host.issuer);
  t.is(tokens.claims()?.iss, host.issuer);
  const me = await call(host.issuer, '/api/users/me', tokens.access_token);
  t.is(me.body['email'], 'owner@acme.test');
  t.true('__Host-identity-session~identity' in browser.cookies());
});

test('every cookie of a sign-in is Secure and httpOnly', async (t) => {
  const lines: string[] = [];
  const browser = new (class extends TestBrowser {
    override async request(...args: Parameters<TestBrowser['request']>) {
      const response = await super.request(...args);
      lines.push(...response.headers.getSetCookie());
      return response;
    }
  })(host.issuer);
  await signIn(host.issuer, { browser, email: 'admin@acme.test' });
  t.true(lines.length > 3);
  for (const line of lines) {
    t.regex(line, /; secure(?:;|$)/iu);
    t.regex(line, /; httponly(?:;|$)/iu);
    t.regex(line, /^__(?:Host|Secure)-/u);
    if (line.startsWith('__Host-')) t.regex(line, /; path=\/(?:;|$)/u);
  }
});

test('the address of a sign-in is the one that the proxy saw, whatever the browser claims', async (t) => {
  const { tokens } = await signIn(host.issuer, {
    email: 'member@acme.test',
    browser: new (class extends TestBrowser {
      override request(method: string, url: URL, body?: URLSearchParams) {
        return super.request(method, url, body, { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'http' });
      }
    })(host.issuer),
  });
  const { body } = await call(host.issuer, '/api/users/me/sessions', tokens.access_token);
  const sessions = body['sessions'] as { ipAddress: string }[];
  t.deepEqual(
    sessions.map(({ ipAddress }) => ipAddress),
    ['127.0.0.1'],
  );
});

test('the app behind the proxy sees https and the address of the browser, and makes its own cookies Secure', async (t) => {
  const response = await fetch(proxy.origin, { headers: { 'x-forwarded-for': '203.0.113.7' } });
  t.deepEqual(((await response.json()) as Home).seenAs, { ip: '127.0.0.1', protocol: 'https' });
  t.regex(response.headers.getSetCookie()[0] ?? '', /; secure/u);
});

test('without a trusted proxy the headers of one change nothing', async (t) => {
  const plain = await startTestHost();
  t.teardown(() => plain.stop());
  const forged = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.test' };
  const home = await fetch(plain.origin, { headers: forged });
  t.is(((await home.json()) as Home).seenAs.protocol, 'http');
  t.notRegex(home.headers.getSetCookie()[0] ?? '', /secure/iu);
  const { url } = await buildRequest(await configure(plain.issuer, 'demo-web'));
  const started = await fetch(url, { headers: forged, redirect: 'manual' });
  t.regex(started.headers.get('location') ?? '', /^\/interaction\//u);
  for (const line of started.headers.getSetCookie()) t.notRegex(line, /; secure/iu);
  const discovery = await fetch(`${plain.origin}/.well-known/openid-configuration`, { headers: forged });
  t.is(((await discovery.json()) as { issuer: string }).issuer, plain.origin);
});
