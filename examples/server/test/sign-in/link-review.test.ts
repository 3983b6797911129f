import { google, licensing, microsoft, tenants, users } from '@org/identity-server';
import { type Page, TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import { openAccount, post } from '../support/account-pages.js';
import { asksForCode, begin, enrol, isDone, totp } from '../support/second-factor.js';
import { addUser, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

const newPassword = 'violet harbor engine 77';
const provider = { issuer: 'https://sso.test', clientId: 'x', clientSecret: 'y' };

let server: TestServer;
test.before(async () => {
  const sso = [google(provider), microsoft(provider)];
  server = await startTestServer({ plugins: [users({ sso }), tenants(), licensing()] });
});
test.after.always(() => server?.stop());

const db = () => server.identity.db;
const providersOf = async (userId: string) =>
  (await db().ssoLink.findMany({ where: { userId }, orderBy: { provider: 'asc' } })).map((link) => link.provider);

async function linkedUser(providers = ['GOOGLE', 'MICROSOFT']) {
  const user = await addUser(server);
  for (const name of providers) {
    const link = { provider: name, issuer: provider.issuer, subject: user.userId, email: `${name}@elsewhere.test` };
    await db().ssoLink.create({ data: { userId: user.userId, ...link } });
  }
  return user;
}

/** Sets a new password with the mailed link; `within` does this in the browser of a sign-in that has begun. */
async function reset(email: string, within?: { browser: TestBrowser; page?: Page }, count = 1): Promise<Page> {
  const browser = within?.browser ?? new TestBrowser(server.issuer);
  const asking = within?.page
    ? await browser.submit(within.page, { forgot: 'yes' })
    : await browser.open('/password-reset');
  await browser.submit(asking, { email });
  const { text } = await server.mailbox.mailTo(email, count);
  const link = String(/\/password-reset\/[\w-]+/u.exec(text)?.[0]);
  return browser.submit(await browser.open(link), { password: newPassword });
}

const asksForReview = ({ html }: Page) => html.includes('These sign-in providers are linked to your account');

test('the page after a reset lists the linked providers, and one can be removed there', async (t) => {
  const { userId, email } = await linkedUser();
  const browser = new TestBrowser(server.issuer);
  const page = await reset(email, { browser });
  t.true(asksForReview(page), page.html);
  t.regex(page.html, /GOOGLE@elsewhere\.test/u);
  const removed = await browser.submit(page, { remove: 'GOOGLE' });
  t.is(removed.status, 200, removed.html);
  t.deepEqual(await providersOf(userId), ['MICROSOFT']);
  t.true(asksForReview(removed));
  t.notRegex(removed.html, /GOOGLE@elsewhere\.test/u);
  const again = await browser.submit(page, { remove: 'MICROSOFT' });
  t.is(again.status, 403, 'the form of the page before is used up');
  t.deepEqual(await providersOf(userId), ['MICROSOFT']);
  t.is((await browser.submit(removed, { remove: 'MICROSOFT' })).status, 200);
  t.deepEqual(await providersOf(userId), []);
  t.is(await db().event.count({ where: { subjectId: userId, type: 'sso.unlinked' } }), 2);
});

test('the form of the page after a reset is worth nothing when changed, or after the next reset', async (t) => {
  const { userId, email } = await linkedUser(['GOOGLE']);
  const browser = new TestBrowser(server.issuer);
  const page = await reset(email);
  const review = String(/name="review" value="([^"]+)"/u.exec(page.html)?.[1]);
  for (const sent of ['', 'x', `${review.slice(0, -4)}AAAA`])
    t.is((await browser.submit(page, { remove: 'GOOGLE', review: sent })).status, 403);
  await reset(email, undefined, 3);
  t.is((await browser.submit(page, { remove: 'GOOGLE' })).status, 403);
  t.deepEqual(await providersOf(userId), ['GOOGLE']);
});

test('the sign-in after a reset lists the linked providers before the code, once', async (t) => {
  const { userId, email } = await linkedUser();
  const begun = await begin(server, {});
  const back = await reset(email, begun);
  t.false(asksForReview(back), 'first the new password');
  const review = await begun.browser.submit(back, { email, password: newPassword });
  t.true(asksForReview(review), review.html);
  const fewer = await begun.browser.submit(review, { remove: 'GOOGLE' });
  t.true(asksForReview(fewer), fewer.html);
  t.deepEqual(await providersOf(userId), ['MICROSOFT']);
  const done = await begun.browser.submit(fewer, {});
  t.true(isDone(done), done.html);
  t.truthy((await begun.finish(done)).access_token);
  const { page } = await begin(server, { email, password: newPassword });
  t.true(isDone(page), 'the next sign-in does not ask again');
});

test('going on without removing anything keeps all links', async (t) => {
  const { userId, email } = await linkedUser();
  await reset(email);
  const { browser, page } = await begin(server, { email, password: newPassword });
  t.true(asksForReview(page));
  t.is((await browser.submit(page, { remove: 'NOBODY' })).status, 404);
  t.true(isDone(await browser.submit(page, {})));
  t.deepEqual(await providersOf(userId), ['GOOGLE', 'MICROSOFT']);
});

test('a reviewed account is not asked again, and one without links is never asked', async (t) => {
  const { email } = await linkedUser(['GOOGLE']);
  const browser = new TestBrowser(server.issuer);
  const page = await reset(email, { browser });
  await browser.submit(page, { remove: 'GOOGLE' });
  t.true(isDone((await begin(server, { email, password: newPassword })).page));
  const { email: bare } = await addUser(server);
  t.false(asksForReview(await reset(bare)));
  t.true(isDone((await begin(server, { email: bare, password: newPassword })).page));
});

test('with a second factor the links are shown after it, and not to whoever reads the mailbox only', async (t) => {
  const user = await linkedUser(['GOOGLE']);
  const { secret } = await enrol(server, user);
  t.false(asksForReview(await reset(user.email, undefined, 2)));
  const { browser, page } = await begin(server, { email: user.email, password: newPassword });
  t.true(asksForCode(page), page.html);
  const review = await browser.submit(page, { code: totp(secret) });
  t.true(asksForReview(review), review.html);
  const done = await browser.submit(review, { remove: 'GOOGLE' });
  t.true(isDone(done), 'nothing is left to look at');
  t.deepEqual(await providersOf(user.userId), []);
});

test('a password that was changed by the API is followed by the list at the next sign-in', async (t) => {
  const { email } = await linkedUser(['GOOGLE']);
  const token = await tokenOf(server.issuer, email);
  const change = { currentPassword: demoPassword, newPassword };
  t.is((await send(server.issuer, 'POST', '/api/users/me/password', token, change)).status, 200);
  t.true(asksForReview((await begin(server, { email, password: newPassword })).page));
});

test('the page of the account lists the linked providers after a change of the password', async (t) => {
  const { userId, email } = await linkedUser();
  const { browser, page: form } = await openAccount(server.issuer, email, { path: '/account/password' });
  const { location } = await post(browser, form, { currentPassword: demoPassword, newPassword });
  const page = await browser.open(String(location));
  t.true(asksForReview(page), page.html);
  t.regex(page.html, /GOOGLE@elsewhere\.test/u);
  t.regex(page.html, /Your password was changed/u);
  t.is((await post(browser, page, { unlink: 'GOOGLE' })).status, 303);
  t.deepEqual(await providersOf(userId), ['MICROSOFT']);
  t.true(isDone((await begin(server, { email, password: newPassword })).page), 'seen once is enough');
});

test('the list is in German for somebody who reads German', async (t) => {
  const { userId, email } = await linkedUser(['GOOGLE']);
  await db().user.update({ where: { id: userId }, data: { locale: 'de' } });
  const page = await reset(email);
  t.regex(page.html, /Diese Anbieter sind mit Ihrem Konto verknüpft/u);
  t.regex(page.html, /lang="de"/u);
});
