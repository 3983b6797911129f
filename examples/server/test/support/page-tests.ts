import { createHash } from 'node:crypto';
import { licensing, tenants, users } from '@org/identity-server';
import type { WireBrowser, WirePage } from '@org/identity-testing/wire-browser';
import test from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import { type HttpsIssuer, startHttpsIssuer } from './https-issuer.js';
import { requestPathOf as requestPath } from './request-path.js';
import { startTestServer, type TestServer } from './test-server.js';

export { requestPathOf as requestPath } from './request-path.js';

/** The servers of the test file that imports this: started before its tests, stopped after them. */
export let server: TestServer;
export let secure: HttpsIssuer;
test.before(async () => {
  [server, secure] = await Promise.all([
    startTestServer({ plugins: [users({ registration: 'open' }), tenants(), licensing()] }),
    startHttpsIssuer('Bank & <b>Sons</b>'),
  ]);
});
test.after.always(async () => {
  await Promise.all([server?.stop(), secure?.stop()]);
});

/** Signs a demo user in and returns the browser. */
export async function signedIn(browser: WireBrowser, email = 'owner@acme.test'): Promise<WireBrowser> {
  await browser.submit(await browser.open(requestPath()), { email, password: demoPassword });
  return browser;
}

async function registrationForm(browser: WireBrowser): Promise<WirePage> {
  const { url } = await browser.open(requestPath());
  return browser.open(`${url.pathname}/return?register`);
}

/** Every page that a user can see, with the way to open it. */
export const pages: Record<string, { status: number; text: string; open(browser: WireBrowser): Promise<WirePage> }> = {
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
    text: 'This link no longer works',
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
