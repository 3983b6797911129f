import { WireBrowser, type WirePage } from '@org/identity-testing/wire-browser';
import type { ExecutionContext } from 'ava';
import test from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import { type HttpsIssuer, startHttpsIssuer } from './https-issuer.js';
import { identityCommandWith } from './identity-command.js';
import { addUser } from './tenant-api.js';

/** The server of the test file that imports this, with a public issuer: started before its tests, stopped after them. */
export let server: HttpsIssuer;
test.before(async () => {
  server = await startHttpsIssuer('Example', { platformConsole: true });
});
test.after.always(() => server?.stop());

export const db = () => server.identity.db;
export const newBrowser = () => new WireBrowser(server.issuer, { port: server.port });
export const htmlOf = ({ url, status, body }: WirePage) => ({ url, status, html: body, headers: new Headers() });
export const twoFactors = { acr_values: 'urn:identity:acr:2' };
export const asksOperator = ({ body }: WirePage) => body.includes('identity-server users second-factor-link ');

export async function superAdmin(): Promise<{ userId: string; email: string }> {
  const user = await addUser(server);
  await db().user.update({ where: { id: user.userId }, data: { superAdmin: true } });
  return user;
}

/** Opens a page that needs a sign-in, and enters the password. The platform asks a second time, because it needs more. */
export async function openWithPassword(email: string, path: string) {
  const browser = newBrowser();
  const page = await browser.submit(await browser.open(path), { email, password: demoPassword });
  const asksAgain = page.body.includes('name="password"');
  return { browser, page: asksAgain ? await browser.submit(page, { email, password: demoPassword }) : page };
}

/** Sends a form of the page about security. */
export const onSecurity = (browser: WireBrowser, page: WirePage, fields: Record<string, string>) =>
  browser.submit(page, fields, '/account/security');

interface Made {
  id: string;
  url: string;
  expiresAt: string;
}

export const makeLink = (email: string) =>
  identityCommandWith<Made>(server.databaseUrl, { ISSUER: server.issuer }, 'users', 'second-factor-link', email);
export const pathOf = ({ url }: { url: string }) => new URL(url).pathname;

/** Opens the link and enters the password. */
export async function openLink(link: { url: string }, password = demoPassword) {
  const browser = newBrowser();
  const asked = await browser.open(pathOf(link));
  return { browser, asked, page: await browser.submit(asked, { password }) };
}

export async function nothingIsSetUp(t: ExecutionContext, userId: string): Promise<void> {
  const { mfaEnabled } = await db().user.findUniqueOrThrow({ where: { id: userId } });
  t.false(mfaEnabled);
  t.is(await db().totp.count({ where: { userId, confirmedAt: { not: null } } }), 0);
  t.is(await db().passkey.count({ where: { userId } }), 0);
}
