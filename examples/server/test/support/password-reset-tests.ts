import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { licensing, tenants, users } from '@org/identity-server';
import { TestBrowser } from '@org/identity-testing/test-browser';
import test, { type ExecutionContext } from 'ava';
import { logLines } from './log-lines.js';
import { startTestServer, type TestServer } from './test-server.js';

export const newPassword = 'violet harbor engine 77';
export const leaked = 'marble cactus lantern 12';
const leakedHash = createHash('sha1').update(leaked).digest('hex').toUpperCase();

/** The server of the test file that imports this: started before its tests, stopped after them. */
export let server: TestServer;
let leaks: Server;
export const { logger, lines } = logLines();
test.before(async () => {
  leaks = createServer(({ url = '' }, response) => {
    response.end(url === `/${leakedHash.slice(0, 5)}` ? `${leakedHash.slice(5)}:7` : '');
  });
  await new Promise<void>((resolve) => leaks.listen(0, '127.0.0.1', resolve));
  const breachedPasswords = { url: `http://127.0.0.1:${(leaks.address() as AddressInfo).port}` };
  server = await startTestServer({ plugins: [users({ breachedPasswords }), tenants(), licensing()], logger });
});
test.after.always(async () => {
  await server?.stop();
  leaks?.closeAllConnections();
  leaks?.close();
});

/** The database of this server. */
export const db = () => server.identity.db;
/** The row of a user. */
export const rowOf = async (id: string) => db().user.findUniqueOrThrow({ where: { id } });

/** Requests a reset in a browser without cookies. */
export async function requestReset(email: string) {
  const browser = new TestBrowser(server.issuer);
  return browser.submit(await browser.open('/password-reset'), { email });
}

/** The path of the link in the mail to an email. */
export async function linkTo(email: string, count = 1): Promise<string> {
  const { text } = await server.mailbox.mailTo(email, count);
  return String(/\/password-reset\/[\w-]+/u.exec(text)?.[0]);
}

/** Sends the form behind a link without opening the page first. */
export const setPassword = (link: string, password: string, more: Record<string, string> = {}) =>
  fetch(`${server.issuer}${link}`, { method: 'POST', body: new URLSearchParams({ password, ...more }) });

/** Asserts that a link shows 404 and cannot set a password. */
export async function isDead(t: ExecutionContext, link: string, userId: string, why: string): Promise<void> {
  const before = await rowOf(userId);
  t.is((await new TestBrowser(server.issuer).open(link)).status, 404, why);
  t.is((await setPassword(link, newPassword)).status, 404, why);
  t.is((await rowOf(userId)).passwordHash, before.passwordHash, why);
}
