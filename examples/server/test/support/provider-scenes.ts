import { TestBrowser } from '@org/identity-testing/test-browser';
import { activeConnection, enterEmail, server, tenantWithDomain, upstream } from './connection-tests.js';
import { totp } from './second-factor.js';
import { buildRequest, configure, enterPassword } from './sign-in.js';
import { addUser, freshTenant } from './tenant-api.js';

const db = () => server.identity.db;

/** An account with a password, a link to the provider of one tenant, and a membership in another. */
export async function scene() {
  const tenant = await tenantWithDomain();
  const connectionId = await activeConnection(tenant);
  const other = await freshTenant(server);
  const { email, userId } = await addUser(server, `eve@${tenant.domain}`);
  await db().membership.createMany({
    data: [
      { tenantId: tenant.id, userId, role: 'member' },
      { tenantId: other.id, userId, role: 'owner' },
    ],
  });
  await db().connectionLink.create({ data: { connectionId, userId, issuer: upstream.issuer, subject: 'eve', email } });
  return { tenant, other, email, userId };
}

/** Signs in by the provider, in answer to a request with these parameters. */
export async function byProvider(email: string, changes: Record<string, string> = {}) {
  const { request, browser, gone } = await enterEmail(email, { changes });
  const page = await browser.open(await upstream.visit(gone.url, { sub: 'eve', email }));
  return { request, browser, page };
}

/** Signs in to the account pages with the password. */
export async function ownAccountSession(email: string): Promise<TestBrowser> {
  const browser = new TestBrowser(server.issuer);
  const asked = await browser.open('/account');
  await enterPassword(browser, asked, email);
  return browser;
}

/** Sets an authenticator app up on the account pages. Returns its secret. */
export async function addAppOn(browser: TestBrowser): Promise<string> {
  const security = await browser.open('/account/security');
  const begun = await browser.submit(security, { action: 'start-totp' }, '/account/security');
  const shown = /<code class="secret">([A-Z2-7 ]+)<\/code>/u.exec(begun.html)?.[1]?.replaceAll(' ', '') ?? '';
  await browser.submit(begun, { action: 'confirm-totp', code: totp(shown) }, '/account/security');
  return shown;
}

/** An authorization request of a third-party client. */
export async function askForPartner(browser: TestBrowser, changes: Record<string, string>) {
  const request = await buildRequest(await configure(server.issuer, 'demo-partner'), changes);
  return { request, page: await browser.open(request.url) };
}
