import { WireBrowser, type WirePage } from '@org/identity-testing/wire-browser';
import test, { type ExecutionContext } from 'ava';
import { startTestServer, type TestServer } from './test-server.js';

export const exact = 'https://app.example.test/callback';
export const exactLogout = 'https://app.example.test/logged-out';
export const client = 'redirect-variants';

/** The server of the test file that imports this: started before its tests, stopped after them. */
export let server: TestServer;
test.before(async () => {
  server = await startTestServer();
  const secret = await server.identity.db.clientSecret.findFirstOrThrow({ where: { clientId: 'demo-web' } });
  await server.identity.db.client.create({
    data: {
      id: client,
      name: 'Redirect variants',
      type: 'CONFIDENTIAL',
      firstParty: true,
      redirectUris: [exact, 'http://127.0.0.1:8765/callback', 'https://app.example.test/with?fixed=1'],
      postLogoutRedirectUris: [exactLogout],
      origins: [],
      scopes: ['openid', 'profile', 'email', 'offline_access'],
      secrets: { create: { hash: secret.hash } },
    },
  });
});
test.after.always(() => server?.stop());

/** Variants of a registered URL that attackers try. Each differs from it by at least one byte. */
export function variantsOf(registered: string): [title: string, uri: string][] {
  const path = new URL(registered).pathname;
  const variants: [title: string, uri: string][] = [
    ['a longer path', `${registered}/more`],
    ['a longer last segment', `${registered}x`],
    ['a shorter path', registered.slice(0, -1)],
    ['no path', new URL(registered).origin],
    ['only the root', `${new URL(registered).origin}/`],
    ['a trailing slash', `${registered}/`],
    ['a double slash in the path', registered.replace(path, `/${path}`)],
    ['a longer host', `https://app.example.test.evil.example${path}`],
    ['a host that ends alike', `https://evil-app.example.test${path}`],
    ['a subdomain', `https://x.app.example.test${path}`],
    ['the parent domain', `https://example.test${path}`],
    ['a trailing dot on the host', `https://app.example.test.${path}`],
    ['the host as user-info', `https://app.example.test@evil.example${path}`],
    ['the host as user and password', `https://app.example.test:443@evil.example${path}`],
    ['user-info before the host', `https://user@app.example.test${path}`],
    ['an empty user-info', `https://@app.example.test${path}`],
    ['a backslash before another host', `https://evil.example\\@app.example.test${path}`],
    ['a backslash after the host', `https://app.example.test\\@evil.example${path}`],
    ['backslashes for slashes', registered.replaceAll('/', '\\')],
    ['an encoded dot segment', `https://app.example.test/x/%2e%2e${path}`],
    ['a dot segment', `https://app.example.test/x/..${path}`],
    ['a dot segment at the end', `${registered}/../evil`],
    ['an encoded slash', registered.replace(path, path.replace('/', '%2f'))],
    ['an encoded letter', registered.replace(/.$/u, (last) => `%${last.codePointAt(0)?.toString(16)}`)],
    ['another port', `https://app.example.test:8443${path}`],
    ['the default port', `https://app.example.test:443${path}`],
    ['port 0', `https://app.example.test:0${path}`],
    ['an empty port', `https://app.example.test:${path}`],
    ['an added query', `${registered}?next=evil`],
    ['an empty query', `${registered}?`],
    ['an added fragment', `${registered}#evil`],
    ['an empty fragment', `${registered}#`],
    ['a matrix parameter', `${registered};evil`],
    ['an upper-case path', registered.replace(path, path.toUpperCase())],
    ['an upper-case host', registered.replace('app.example.test', 'APP.EXAMPLE.TEST')],
    ['an upper-case scheme', registered.replace('https', 'HTTPS')],
    ['http for https', registered.replace('https', 'http')],
    ['no scheme', registered.replace('https:', '')],
    ['a missing slash', registered.replace('//', '/')],
    ['three slashes', registered.replace('//', '///')],
    ['javascript:', 'javascript:alert(1)'],
    ['javascript: with the address in a comment', `javascript://app.example.test${path}?%0aalert(1)`],
    ['data:', 'data:text/html,<script>alert(1)</script>'],
    ['vbscript:', 'vbscript:msgbox(1)'],
    ['file:', 'file:///etc/passwd'],
    ['about:blank', 'about:blank'],
    ['a relative path', path],
    ['a word', 'callback'],
    ['a full-width dot in the host', `https://app\uff0eexample.test${path}`],
    ['an ideographic full stop in the host', `https://app\u3002example.test${path}`],
    ['a look-alike letter in the host', `https://\u0430pp.example.test${path}`],
    ['a full-width solidus', `https://evil.example\uff0f.app.example.test${path}`],
    ['an invisible character', registered.replace('call', 'call\u200b').replace('logged', 'logged\u200b')],
    ['a space in front', ` ${registered}`],
    ['a space behind', `${registered} `],
    ['a tab inside', registered.replace('.test', '.te\tst')],
    ['a tab behind', `${registered}\t`],
    ['a line feed inside', registered.replace('.test', '.te\nst')],
    ['a header injection', `${registered}\r\nSet-Cookie: evil=1`],
    ['two addresses in one', `${registered} ${registered}`],
    ['two addresses with a comma', `${registered},https://evil.example/`],
    ['a wildcard', 'https://*.example.test/callback'],
    ['the issuer', 'http://127.0.0.1/callback'],
    ['another loopback port', 'http://127.0.0.1:8766/callback'],
    ['localhost for 127.0.0.1', 'http://localhost:8765/callback'],
    ['the number of 127.0.0.1', 'http://2130706433:8765/callback'],
    ['the IPv6 loopback', 'http://[::1]:8765/callback'],
    ['a very long path', `${registered}/${'a'.repeat(4000)}`],
    ['__proto__', '__proto__'],
  ];
  return variants.filter(([, uri]) => uri !== registered);
}

/** Sends an authorization request, with some parameters changed or left out. */
export async function authorize(changes: [string, string][], without: string[] = []): Promise<WirePage> {
  const parameters: [string, string][] = [
    ['client_id', client],
    ['response_type', 'code'],
    ['scope', 'openid'],
    ['nonce', 'a-nonce'],
    ['state', 'a-state'],
    ['redirect_uri', exact],
  ];
  const names = new Set([...changes.map(([name]) => name), ...without]);
  const query = new URLSearchParams([...parameters.filter(([name]) => !names.has(name)), ...changes]);
  return new WireBrowser(server.issuer).request('GET', `/oauth/authorize?${query}`);
}

/** Asserts that the response is an error page without a redirect. */
export function isErrorPage(t: ExecutionContext, page: WirePage, code: string): void {
  t.is(page.status, 400);
  t.is(page.headers.location, undefined);
  t.is(page.headers['set-cookie'], undefined, 'nothing was begun');
  t.is(page.headers['content-type'], 'text/html; charset=utf-8');
  t.true(page.body.includes(`<dd>${code}<`), page.body.slice(-300));
  t.false(page.body.includes('evil'), 'the page repeats nothing of the address');
}
