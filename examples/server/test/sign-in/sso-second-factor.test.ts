import { google, licensing, tenants, users } from '@org/identity-server';
import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import {
  asksForCode,
  asksToSetUp,
  begin,
  enrol,
  isDone,
  setUpApp,
  totp,
  twoFactors,
} from '../support/second-factor.js';
import { addMember, addUser, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { startUpstream, type Upstream } from '../support/upstream.js';

let server: TestServer;
let upstream: Upstream;
test.before(async () => {
  upstream = await startUpstream();
  server = await startTestServer({ plugins: [users({ sso: [google(upstream)] }), tenants(), licensing()] });
  upstream.serve([`${server.issuer}/sso/google/callback`]);
});
test.after.always(async () => {
  await server?.stop();
  await upstream?.stop();
});

const db = () => server.identity.db;
const linksOf = (userId: string) => db().ssoLink.count({ where: { userId } });
const linkMails = (email: string) =>
  server.mailbox.all.filter(({ to, subject }) => to === email && /Google/u.test(subject)).length;

/** Returns from the other provider with an identity that has the account's email, up to the page that asks for a proof. */
async function visit(email: string, changes: Record<string, string> = {}, browser = new TestBrowser(server.issuer)) {
  const begun = await begin(server, { browser, changes });
  const { url } = await browser.submit(begun.page, { provider: 'GOOGLE' });
  const back = await upstream.visit(url, { sub: `sub-of-${email}`, email, email_verified: false });
  return { ...begun, page: await browser.open(back) };
}

async function member() {
  const person = await addUser(server);
  return { ...person, ...(await enrol(server, person)) };
}

test('somebody who knows the password but not the second factor leaves no link behind', async (t) => {
  const { userId, email } = await member();
  const { browser, page } = await visit(email);
  const asked = await browser.submit(page, { password: demoPassword });
  t.true(asksForCode(asked), asked.html);
  t.is(await linksOf(userId), 0);
  const wrong = await browser.submit(asked, { code: '000000' });
  t.is(wrong.status, 401);
  t.is(await linksOf(userId), 0);
  // Another tab, the same step again, and a new request in the session that the password has started.
  const replayed = await browser.submit(page, { password: demoPassword });
  t.not(replayed.status, 303);
  t.true(asksForCode((await begin(server, { browser })).page));
  t.is(await linksOf(userId), 0);
  const { page: next } = await visit(email);
  t.regex(next.html, /name="password"/u, 'the identity opens nothing: a proof is asked for again');
  t.is(linkMails(email), 0);
});

test('the link is made once the second factor was shown, and a mail tells of it', async (t) => {
  const { userId, email, secret } = await member();
  const { browser, page } = await visit(email);
  const asked = await browser.submit(page, { password: demoPassword });
  t.is(await linksOf(userId), 0);
  const done = await browser.submit(asked, { code: totp(secret) });
  t.true(isDone(done), done.html);
  t.is(await linksOf(userId), 1);
  t.regex((await server.mailbox.mailTo(email, 2)).subject, /Google/u);
  const again = await visit(email);
  t.true(asksForCode(again.page), 'from now on the identity is the first factor');
});

test('a mailed proof links nothing before the second factor either', async (t) => {
  const { userId, email, secret } = await member();
  const { browser, page } = await visit(email);
  await browser.submit(page, { proof: 'mail' });
  const mail = await server.mailbox.mailTo(email, 2);
  const link = /http\S+return\?\S+/u.exec(mail.text)?.[0] ?? '';
  const asked = await browser.submit(await browser.open(link), {});
  t.true(asksForCode(asked), asked.html);
  t.is(await linksOf(userId), 0);
  t.true(isDone(await browser.submit(asked, { code: totp(secret) })));
  t.is(await linksOf(userId), 1);
});

test('where the client asks for a second factor and there is none, the link waits until one is set up', async (t) => {
  const { userId, email } = await addUser(server);
  const { browser, page } = await visit(email, { acr_values: twoFactors });
  const asked = await browser.submit(page, { password: demoPassword });
  t.true(asksToSetUp(asked), asked.html);
  t.is(await linksOf(userId), 0);
  const { next } = await setUpApp(browser, asked);
  t.true(isDone(next), next.html);
  t.is(await linksOf(userId), 1);
});

test('a tenant that requires a second factor and is chosen after the password holds the link back as well', async (t) => {
  const [strict, other] = [await freshTenant(server), await freshTenant(server)];
  await db().tenant.update({ where: { id: strict.id }, data: { mfaPolicy: 'REQUIRED' } });
  const { userId, email } = await addMember(server, strict.id, 'member');
  await db().membership.create({ data: { tenantId: other.id, userId, role: 'member', status: 'ACTIVE' } });
  const { browser, page } = await visit(email);
  const choice = await browser.submit(page, { password: demoPassword });
  t.regex(choice.html, new RegExp(strict.slug, 'u'));
  t.is(await linksOf(userId), 0);
  const asked = await browser.submit(choice, { tenant: strict.id });
  t.true(asksToSetUp(asked), asked.html);
  t.is(await linksOf(userId), 0);
  const { next } = await setUpApp(browser, asked);
  t.true(isDone(next), next.html);
  t.is(await linksOf(userId), 1);
});

test('a password that changes between the proof and the second factor ends the link under way', async (t) => {
  const { userId, email, secret } = await member();
  const { browser, page } = await visit(email);
  const asked = await browser.submit(page, { password: demoPassword });
  t.true(asksForCode(asked));
  await db().totp.update({ where: { userId }, data: { lastUsedStep: null } });
  const owner = await begin(server, { email });
  const tokens = await owner.finish(await owner.browser.submit(owner.page, { code: totp(secret) }));
  await db().totp.update({ where: { userId }, data: { lastUsedStep: null } });
  const change = { currentPassword: demoPassword, newPassword: 'a wholly new Passphrase 7' };
  t.is((await send(server.issuer, 'POST', '/api/users/me/password', tokens.access_token, change)).status, 200);
  const late = await browser.submit(asked, { code: totp(secret) });
  t.false(isDone(late));
  t.is(await linksOf(userId), 0);
  t.is(await db().ssoAttempt.count({ where: { userId } }), 0);
});

test('an identity that another account took meanwhile is not linked, and the person is signed in all the same', async (t) => {
  const { userId, email, secret } = await member();
  const { userId: otherId } = await addUser(server);
  const { browser, page } = await visit(email);
  const asked = await browser.submit(page, { password: demoPassword });
  const identity = { provider: 'GOOGLE', issuer: upstream.issuer, subject: `sub-of-${email}` };
  await db().ssoLink.create({ data: { userId: otherId, ...identity, email } });
  const done = await browser.submit(asked, { code: totp(secret) });
  t.true(isDone(done), done.html);
  t.is(await linksOf(userId), 0);
  t.is(await linksOf(otherId), 1);
});

test('without a second factor the link is there with the first token', async (t) => {
  const { userId, email } = await addUser(server);
  const { browser, page } = await visit(email);
  const done = await browser.submit(page, { password: demoPassword });
  t.true(isDone(done), done.html);
  t.is(await linksOf(userId), 1);
  t.truthy(await tokenOf(server.issuer, email));
});
