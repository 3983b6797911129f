import { createHmac } from 'node:crypto';
import { type Page, TestBrowser } from '@org/identity-testing/test-browser';
import { buildRequest, configure, enterPassword, exchange } from './sign-in.js';
import type { TestServer } from './test-server.js';

export const twoFactors = 'urn:identity:acr:2';
export const oneFactor = 'urn:identity:acr:1';

/** Returns a code of an authenticator app (RFC 6238), without the library that the server uses. */
export function totp(secret: string, seconds = Date.now() / 1000): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/gu) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(seconds / 30)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** Returns the secret on the page that sets up an app. */
export function secretOn({ html }: Page): string {
  const shown = /<code class="secret">([A-Z2-7 ]+)<\/code>/u.exec(html)?.[1];
  if (!shown) throw new Error(`No secret on: ${html.slice(-800)}`);
  return shown.replaceAll(' ', '');
}

export const recoveryCodesOn = ({ html }: Page): string[] =>
  [...html.matchAll(/<code>([a-z2-9-]{19})<\/code>/gu)].map(([, code]) => String(code));

export const asksForCode = ({ html }: Page) => html.includes('<title>Enter your code');
export const asksToSetUp = ({ html }: Page) => html.includes('<title>Set up a second factor');
export const asksForPassword = ({ html }: Page) => html.includes('name="password"');
export const isDone = ({ url }: Page) => url.searchParams.has('code');

/** Marks the last code as unused, so that a test does not wait half a minute for the next one. */
export async function forgetLastCode({ identity: { db } }: TestServer, userId: string): Promise<void> {
  await db.totp.update({ where: { userId }, data: { lastUsedStep: null } });
}

/** Sets up an app on the page that requires it. Returns the page after the recovery codes. */
export async function setUpApp(browser: TestBrowser, page: Page) {
  const enrolPage = await browser.submit(page, {});
  const secret = secretOn(enrolPage);
  const codesPage = await browser.submit(enrolPage, { code: totp(secret) });
  return { secret, codesPage, recoveryCodes: recoveryCodesOn(codesPage), next: await browser.submit(codesPage, {}) };
}

/** Opens an authorization request, and enters the password if the page asks for it. */
export async function begin(
  server: TestServer,
  options: { email?: string; password?: string; browser?: TestBrowser; changes?: Record<string, string> },
) {
  const { email, browser = new TestBrowser(server.issuer), changes = {} } = options;
  const request = await buildRequest(await configure(server.issuer, 'demo-web'), changes);
  const opened = await browser.open(request.url);
  const passwordNeeded = email !== undefined && opened.url.origin === server.issuer;
  const page = passwordNeeded ? await enterPassword(browser, opened, email, options.password) : opened;
  return { browser, request, page, finish: (at: Page) => exchange(request, at.url) };
}

/** A user who has set up an app during the sign-in. */
export async function enrol(
  server: TestServer,
  { userId, email }: { userId: string; email: string },
  changes: Record<string, string> = {},
) {
  const { browser, page, finish } = await begin(server, { email, changes: { acr_values: twoFactors, ...changes } });
  const { secret, recoveryCodes, next } = await setUpApp(browser, page);
  const tokens = await finish(next);
  await forgetLastCode(server, userId);
  return { userId, email, browser, tokens, secret, recoveryCodes };
}

/** Makes the app of a user older than every sign-in of the test: one of the same second does not count as older. */
export async function ageFactor({ identity: { db } }: TestServer, { userId }: { userId: string }): Promise<void> {
  const confirmedAt = new Date(Date.now() - 24 * 60 * 60 * 1000);
  await db.totp.update({ where: { userId }, data: { confirmedAt } });
}

/** A user who has set up an app a day ago. */
export async function enrolBefore(server: TestServer, user: { userId: string; email: string }) {
  const enrolled = await enrol(server, user);
  await ageFactor(server, user);
  return enrolled;
}
