import { randomUUID } from 'node:crypto';
import { connections } from '@org/identity-connections';
import { google, licensing, tenants, users, webhooks } from '@org/identity-server';
import { type Page, TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { buildRequest, configure, exchange } from './sign-in.js';
import { startTestServer, type TestServer } from './test-server.js';

/** The servers of the test file that imports this: by invitation, with open registration, and without passwords. */
export let server: TestServer;
export let open: TestServer;
export let withoutPasswords: TestServer;
const upstream = { clientId: 'x', clientSecret: 'y', issuer: 'http://127.0.0.1:9' };
test.before(async () => {
  const others = () => [tenants(), licensing(), webhooks(), connections({ dnsServers: ['127.0.0.1:9'] })];
  const sso = [google(upstream)];
  [server, open, withoutPasswords] = await Promise.all([
    startTestServer({ plugins: [users({ emailCodes: true, sso }), ...others()] }),
    startTestServer({ plugins: [users({ emailCodes: true, registration: 'open' }), ...others()] }),
    startTestServer({
      plugins: [users({ emailCodes: true, passwordSignIn: false, registration: 'open' }), ...others()],
    }),
  ]);
});
test.after.always(async () => {
  await Promise.all([server?.stop(), open?.stop(), withoutPasswords?.stop()]);
});

/** Returns an email without an account. */
export const newEmail = () => `${randomUUID()}@new.test`;

/** A browser at the sign-in page. */
export async function begin(
  at: TestServer = server,
  {
    changes = {},
    browser = new TestBrowser(at.issuer),
  }: { changes?: Record<string, string>; browser?: TestBrowser } = {},
) {
  const request = await buildRequest(await configure(at.issuer, 'demo-web'), changes);
  const signInPage = await browser.open(request.url);
  return { browser, request, signInPage, finish: (page: Page) => exchange(request, page.url) };
}

/** A browser that has asked for a code, at the page that asks for it. */
export async function ask(email: string, at: TestServer = server, options: Parameters<typeof begin>[1] = {}) {
  const begun = await begin(at, options);
  const page = await begun.browser.submit(begun.signInPage, { email, emailCode: 'send' });
  const enter = (code: string, fields: Record<string, string> = {}) =>
    begun.browser.submit(page, { emailCode: 'check', code, ...fields });
  return { ...begun, page, enter };
}

/** The code in the `count`-th mail to an email. */
export async function codeTo(email: string, { at = server, count = 1 }: { at?: TestServer; count?: number } = {}) {
  const { subject } = await at.mailbox.mailTo(email, count);
  return String(/\d{6}/u.exec(subject)?.[0]);
}

/** A code that is not this one. */
export const otherThan = (code: string, step = 1) => String((Number(code) + step) % 1_000_000).padStart(6, '0');

export const isDone = (page: Page) => page.url.href.startsWith('http://127.0.0.1:8765/callback?code=');

/** An account without a password, directly in the database. */
export async function addPasswordless(at: TestServer = server, changes: { emailVerified?: boolean } = {}) {
  const email = newEmail();
  const data = { email, normalizedEmail: email, emailVerified: true, ...changes };
  const { id: userId } = await at.identity.db.user.create({ data });
  return { userId, email };
}
