import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { addSuperAdmin } from '../support/console-pages.js';
import { textOf } from '../support/console-visitors.js';
import { newPasskey } from '../support/new-passkey.js';
import { asksToSetUp, recoveryCodesOn, setUpApp } from '../support/second-factor.js';
import { enterPassword } from '../support/sign-in.js';
import { passkeyOptionsOn } from '../support/software-passkey.js';
import { addUser } from '../support/tenant-api.js';
import { allPlugins, startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer({ plugins: allPlugins(), hostname: 'localhost' });
});
test.after.always(() => server?.stop());

/** A super admin without a second factor, at the page that asks to set one up. */
async function visit() {
  const user = await addSuperAdmin(server);
  const browser = new TestBrowser(server.issuer);
  const signIn = await browser.open('/platform');
  return { ...user, browser, page: await enterPassword(browser, signIn, user.email) };
}
const methodsOf = async (userId: string) => {
  const session = await server.identity.db.oidcSession.findFirstOrThrow({ where: { accountId: userId } });
  return (session.payload as { amr?: string[] }).amr ?? [];
};

test('the first visit is one sign-in that goes on with the second factor, and says who requires it', async (t) => {
  const { browser, page } = await visit();
  t.true(asksToSetUp(page), page.url.href);
  const text = textOf(page.html);
  t.true(text.includes('Those who run this service need a second factor'));
  t.true(text.includes('Create a passkey'));
  t.true(text.includes('Set up an app'));
  const { next } = await setUpApp(browser, page);
  t.is(next.url.pathname, '/platform');
  t.is(next.status, 200);
});

test('a passkey is made there, its recovery codes are shown, and the platform opens', async (t) => {
  const { browser, page, userId } = await visit();
  const codes = await browser.submit(page, { passkey: newPasskey(server.issuer, passkeyOptionsOn(page).challenge) });
  t.is(codes.status, 200);
  t.is(recoveryCodesOn(codes).length, 10);
  const platform = await browser.submit(codes, {});
  t.is(platform.url.pathname, '/platform');
  t.true((await methodsOf(userId)).includes('mfa'));
  t.is(await server.identity.db.passkey.count({ where: { userId } }), 1);
});

test('a passkey that was made for another sign-in is refused, and nothing is set up', async (t) => {
  const [one, other] = [await visit(), await visit()];
  const foreign = newPasskey(server.issuer, passkeyOptionsOn(other.page).challenge);
  for (const passkey of [foreign, 'x', '{}']) {
    const refused = await one.browser.submit(one.page, { passkey });
    t.is(refused.status, 401);
    t.regex(refused.html, /<h1>Set up a second factor<\/h1>/u);
    t.regex(refused.html, /role="alert"/u);
  }
  t.is(await server.identity.db.passkey.count({ where: { userId: { in: [one.userId, other.userId] } } }), 0);
  t.false((await methodsOf(one.userId)).includes('mfa'));
});

test('somebody who is no super admin is not asked for anything', async (t) => {
  const { email } = await addUser(server);
  const browser = new TestBrowser(server.issuer);
  const page = await enterPassword(browser, await browser.open('/platform'), email);
  t.is(page.status, 404);
});
