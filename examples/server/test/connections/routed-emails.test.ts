import { connections } from '@org/identity-connections';
import { licensing, tenants, users } from '@org/identity-server';
import { type Page, TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import { plantConnection } from '../support/connection-changes.js';
import { buildRequest, configure } from '../support/sign-in.js';
import { addUser, freshTenant } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer({
    plugins: [users({ emailCodes: true, registration: 'open' }), tenants(), licensing(), connections()],
  });
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;

/** A user with a password, whose domain leads to a provider. */
async function scene() {
  const tenant = await freshTenant(server);
  const connectionId = await plantConnection(server, tenant.id, 'ACTIVE');
  const { domain } = await db().domain.findFirstOrThrow({ where: { tenantId: tenant.id } });
  const user = await addUser(server, `ada@${domain}`);
  await db().membership.create({ data: { tenantId: tenant.id, userId: user.userId, role: 'member' } });
  return { tenant, connectionId, ...user };
}

async function openSignIn(changes: Record<string, string> = {}) {
  const browser = new TestBrowser(server.issuer);
  const request = await buildRequest(await configure(server.issuer, 'demo-web'), changes);
  return { browser, request, page: await browser.open(request.url) };
}

/** Whether the email was sent on to its provider, which does not exist. */
const isRouted = ({ status, html }: Page) => status === 503 && /cannot be reached right now/u.test(html);
const isDone = ({ url }: Page) => url.searchParams.has('code');

test('an email of a connection on the page of the password leads to its provider', async (t) => {
  const { email } = await scene();
  const { browser, page } = await openSignIn();
  const second = await browser.submit(page, { email: 'owner@acme.test' });
  t.regex(second.html, /name="password"/u);
  t.true(isRouted(await browser.submit(second, { email, password: demoPassword })));
});

test('the second page asks no further question about the email that it was opened for', async (t) => {
  await scene();
  const { browser, page } = await openSignIn();
  const second = await browser.submit(page, { email: 'owner@acme.test' });
  const wrong = await browser.submit(second, { email: 'owner@acme.test', password: 'not the password' });
  t.is(wrong.status, 401);
  const done = await browser.submit(wrong, { email: 'OWNER@acme.test', password: demoPassword });
  t.false(isRouted(done));
  t.not(done.status, 401);
});

test('the mark of a form without an email counts for no email', async (t) => {
  const { email } = await scene();
  for (const nothing of ['', ' ', '@']) {
    const { browser, page } = await openSignIn();
    const second = await browser.submit(page, { email: nothing });
    const mark = /name="asked" value="([^"]+)"/u.exec(second.html)?.[1] ?? '';
    t.true(isRouted(await browser.submit(second, { email, password: demoPassword, asked: mark })), `"${nothing}"`);
  }
});

test('a full-width @ in an email does not pass its provider by', async (t) => {
  const { email } = await scene();
  const { browser, page } = await openSignIn();
  t.true(isRouted(await browser.submit(page, { email: email.replace('@', '＠') })));
});

test('a mark of another sign-in or another email does not count', async (t) => {
  const { email } = await scene();
  const { browser, page } = await openSignIn();
  const second = await browser.submit(page, { email: 'owner@acme.test' });
  const asked = /name="asked" value="([^"]+)"/u.exec(second.html)?.[1] ?? '';
  t.not(asked, '');
  const other = await openSignIn();
  for (const mark of [asked, '', 'x'.repeat(5000)])
    t.true(isRouted(await other.browser.submit(other.page, { email, password: demoPassword, asked: mark })));
});

test('an email that is none stays on the page of break-glass owners, also where a code is asked for', async (t) => {
  await scene();
  const { browser, page } = await openSignIn();
  const refused = await browser.submit(page, { email: 'nobody', emailCode: 'send', breakGlass: 'yes' });
  t.is(refused.status, 422);
  t.regex(refused.html, /<h1>Sign in as a break-glass owner<\/h1>/u);
});

test('no code is mailed to an email of a connection, however the form is sent', async (t) => {
  const { email } = await scene();
  for (const emailCode of ['send', 'confirm', 'anything']) {
    const { browser, page } = await openSignIn();
    t.true(isRouted(await browser.submit(page, { email, emailCode })), emailCode);
  }
  t.is(await db().emailCode.count({ where: { normalizedEmail: email } }), 0);
});

test('a registration with an email of a connection leads to its provider', async (t) => {
  const { email } = await scene();
  const typed = `new-${email}`;
  const { browser, page } = await openSignIn();
  const form = await browser.open(`${page.url.pathname}/return?register`);
  const fields = { register: 'yes', email: typed, password: 'a long enough passphrase', displayName: 'Ada' };
  t.true(isRouted(await browser.submit(form, fields)));
  t.true(isRouted(await browser.submit(form, { ...fields, register: 'again' })));
  t.is(await db().registration.count({ where: { normalizedEmail: typed } }), 0);
});

test('after a password reset, the email of a connection still leads to its provider', async (t) => {
  const { email } = await scene();
  const { browser, page } = await openSignIn();
  const after = await browser.open(`${page.url.pathname}/return?reset`);
  t.true(isRouted(await browser.submit(after, { email, password: demoPassword })));
});

test('the email of a connection opens the account pages with a password, because they are the user’s own', async (t) => {
  const { email } = await scene();
  const browser = new TestBrowser(server.issuer);
  const done = await browser.submit(await browser.open('/account'), { email, password: demoPassword });
  t.is(done.url.pathname, '/account');
  t.is(done.status, 200);
  // The session that it opens is one for the client as well, if no policy of the tenant asks for more.
  const request = await buildRequest(await configure(server.issuer, 'demo-web'), {});
  t.true(isDone(await browser.open(request.url)));
});
