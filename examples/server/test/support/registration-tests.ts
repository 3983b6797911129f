import { randomUUID } from 'node:crypto';
import type { Job } from '@org/identity-core';
import type { IdentityPlugin } from '@org/identity-prisma';
import { google, licensing, tenants, users } from '@org/identity-server';
import { type Page, TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { logLines } from './log-lines.js';
import { buildRequest, configure } from './sign-in.js';
import { startTestServer, type TestServer } from './test-server.js';
import { startUpstream, type Upstream } from './upstream.js';

export const password = 'violet harbor engine 77';
export const attackers = 'marble cactus lantern 12';

/** The server of the test file that imports this: started before its tests, stopped after them. */
export let server: TestServer;
export let closed: TestServer;
export let upstream: Upstream;
export let jobs: readonly Job[];
export const { logger, lines } = logLines();
test.before(async () => {
  upstream = await startUpstream();
  const plugin = users({ registration: 'open', sso: [google(upstream)] });
  const accounts: IdentityPlugin = {
    ...plugin,
    setup(host) {
      const parts = plugin.setup?.(host) ?? {};
      jobs = parts.jobs ?? [];
      return parts;
    },
  };
  [server, closed] = await Promise.all([
    startTestServer({ plugins: [accounts, tenants(), licensing()], logger }),
    startTestServer(),
  ]);
  upstream.serve([`${server.issuer}/sso/google/callback`]);
});
test.after.always(async () => {
  await Promise.all([server?.stop(), closed?.stop(), upstream?.stop()]);
});

/** The database of this server. */
export const db = () => server.identity.db;
/** Returns an email without an account. */
export const newEmail = () => `${randomUUID()}@new.test`;
/** The user of an email, if there is one. */
export const userOf = async (email: string) => db().user.findUnique({ where: { normalizedEmail: email } });

/** A browser at the registration form of a sign-in. */
export async function begin({ issuer } = server, changes: Record<string, string> = {}) {
  const browser = new TestBrowser(issuer);
  const request = await buildRequest(await configure(issuer, 'demo-web'), changes);
  const signInPage = await browser.open(request.url);
  const page = await browser.open(`${signInPage.url.pathname}/return?register`);
  return { browser, request, signInPage, page };
}

/** Fills in the registration form of a new sign-in and sends it. */
export async function register(fields: Record<string, string>) {
  const begun = await begin();
  return { ...begun, asked: await begun.browser.submit(begun.page, { password, ...fields }) };
}

/** The path of the link in the mail to an email. */
export async function linkTo(email: string, count = 1): Promise<string> {
  const { text } = await server.mailbox.mailTo(email, count);
  return String(/\/registration\/[\w-]+/u.exec(text)?.[0]);
}

/** Sends the form behind the link as another browser would, without opening the page first. */
export const finish = (link: string, fields: Record<string, string> = {}) =>
  fetch(`${server.issuer}${link}`, { method: 'POST', body: new URLSearchParams({ password, ...fields }) });

/** Whether a browser has arrived at the client with a code. */
export const isDone = (page: Page) => page.url.href.startsWith('http://127.0.0.1:8765/callback?code=');
