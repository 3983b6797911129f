import { createHash } from 'node:crypto';
import { type Page, TestBrowser } from '@org/identity-testing/test-browser';
import { storedHashOf } from '@org/identity-users';
import test from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import { foreignHashes, foreignPassword } from '../support/foreign-hashes.js';
import { asksForCode, asksForPassword, begin, enrol, isDone, totp } from '../support/second-factor.js';
import { linksOf, person, server, signInAs, subjectOf, upstream } from '../support/sso-tests.js';
import { addMember, addUser, freshTenant } from '../support/tenant-api.js';

const db = () => server.identity.db;
const unproven = { emailVerified: false, emailToProve: true };
const proven = { emailVerified: true, emailToProve: false };

async function addImported(email?: string, data: { passwordHash?: string } = {}) {
  const { userId, email: used } = await addUser(server, email);
  await db().user.update({ where: { id: userId }, data: { ...unproven, ...data } });
  return { userId, email: used };
}

const stateOf = async (id: string) => {
  const { emailVerified, emailToProve } = await db().user.findUniqueOrThrow({ where: { id } });
  return { emailVerified, emailToProve };
};
const asksForProof = ({ html }: Page) => html.includes('<title>Confirm your email address');

async function mailedLink(email: string): Promise<URL> {
  const pattern = /http\S+return\?emailProof=\S+/u;
  for (let count = 1; ; count += 1) {
    const link = pattern.exec((await server.mailbox.mailTo(email, count)).text)?.[0];
    if (link) return new URL(link);
  }
}

test.serial('the first sign-in proves the email by a mailed link, and goes on in the same browser', async (t) => {
  const { userId, email } = await addImported(undefined, { passwordHash: storedHashOf(foreignHashes['bcrypt 2b']) });
  const { browser, page, finish } = await begin(server, { email, password: foreignPassword });
  t.true(asksForProof(page), page.html);
  t.is(await db().oidcSession.count({ where: { accountId: userId } }), 0);
  const sent = await browser.submit(page, { emailProof: 'mail' });
  t.regex(sent.html, /Check your email/u);
  const opened = await browser.open(await mailedLink(email));
  t.true(asksForProof(opened));
  t.deepEqual(await stateOf(userId), unproven, 'a program that opens links changes nothing');
  const done = await browser.submit(opened, {});
  t.true(isDone(done), done.html);
  t.is((await finish(done)).claims()?.sub, userId);
  t.deepEqual(await stateOf(userId), proven);
  const events = await db().event.findMany({ where: { subjectId: userId, type: 'email.verified' } });
  t.is(events.length, 1);
  t.true(isDone((await begin(server, { email, password: foreignPassword })).page), 'and the next sign-in asks nothing');
});

test.serial('who leaves the page that asks for the proof is not signed in', async (t) => {
  const { userId, email } = await addImported();
  const { browser, page } = await begin(server, { email });
  t.true(asksForProof(page));
  t.is(await db().oidcSession.count({ where: { accountId: userId } }), 0);
  const again = await begin(server, { browser });
  t.true(asksForPassword(again.page), 'a new request has no session to use');
  t.is(browser.cookies()['identity-known'], undefined);
});

test.serial('the link works in no other browser, no other sign-in and for no other account', async (t) => {
  const { userId, email } = await addImported();
  const first = await begin(server, { email });
  await first.browser.submit(first.page, { emailProof: 'mail' });
  const link = await mailedLink(email);
  const owner = await new TestBrowser(server.issuer).open(link);
  t.not(owner.status, 200, 'the owner of the mailbox, who did not start this sign-in');
  const second = await begin(server, { email });
  const proof = link.searchParams.get('emailProof') ?? '';
  for (const tried of [proof, `${proof}A`, '', 'x'.repeat(5000)])
    t.is((await second.browser.submit(second.page, { emailProof: tried })).status, 410);
  const other = await addImported();
  const third = await begin(server, { email: other.email });
  t.is((await third.browser.submit(third.page, { emailProof: proof })).status, 410);
  t.deepEqual([await stateOf(userId), await stateOf(other.userId)], [unproven, unproven]);
});

test.serial('mails are limited, and the page is the same', async (t) => {
  const { email } = await addImported();
  const { browser, page } = await begin(server, { email });
  let last = page;
  for (let count = 0; count < 5; count += 1) last = await browser.submit(last, { emailProof: 'mail' });
  t.regex(last.html, /Check your email/u);
  await server.mailbox.mailTo(email, 3);
  t.is(server.mailbox.all.filter(({ to }) => to === email).length, 3);
});

test.serial('a second factor is asked for after the proof', async (t) => {
  const { userId, email } = await addUser(server);
  const { secret } = await enrol(server, { userId, email });
  await db().user.update({ where: { id: userId }, data: unproven });
  const { browser, page } = await begin(server, { email });
  t.true(asksForProof(page));
  await browser.submit(page, { emailProof: 'mail' });
  const code = await browser.submit(await browser.open(await mailedLink(email)), {});
  t.true(asksForCode(code), code.html);
  t.true(isDone(await browser.submit(code, { code: totp(secret) })));
});

test.serial('a password reset proves the email as well', async (t) => {
  const { userId, email } = await addImported();
  await fetch(`${server.issuer}/password-reset`, { method: 'POST', body: new URLSearchParams({ email }) });
  const { text } = await server.mailbox.mailTo(email);
  const browser = new TestBrowser(server.issuer);
  const page = await browser.open(new URL(/http\S+password-reset\/\S+/u.exec(text)?.[0] ?? ''));
  await browser.submit(page, { password: 'another harbor engine 78' });
  t.deepEqual(await stateOf(userId), proven);
  t.true(isDone((await begin(server, { email, password: 'another harbor engine 78' })).page));
});

test.serial('a provider never opens an unproven account by its email; the mailbox takes it over', async (t) => {
  const { userId, email } = await addImported('imported-owner@sso.test');
  const visit = await signInAs(person('imported-owner'));
  t.regex(visit.page.html, /Is this your email address/u);
  t.deepEqual(await linksOf(email), []);
  await visit.browser.submit(visit.page, { proof: 'mail' });
  const { text } = await server.mailbox.mailTo(email);
  const opened = await visit.browser.open(new URL(/http\S+return\?\S+/u.exec(text)?.[0] ?? ''));
  const done = await visit.browser.submit(opened, {});
  t.is(await subjectOf({ request: visit.request, page: done }), userId);
  const user = await db().user.findUniqueOrThrow({ where: { id: userId } });
  t.like(user, { ...proven, passwordHash: null }, 'somebody else may know the imported password');
});

test.serial('the password alone does not link a provider to an unproven account', async (t) => {
  const { userId, email } = await addImported('imported-linker@sso.test');
  const visit = await signInAs(person('imported-linker'));
  const page = await visit.browser.submit(visit.page, { password: demoPassword });
  t.true(asksForProof(page), page.html);
  t.deepEqual(await linksOf(email), []);
  t.deepEqual(await stateOf(userId), unproven);
  await visit.browser.submit(page, { emailProof: 'mail' });
  const done = await visit.browser.submit(await visit.browser.open(await mailedLink(email)), {});
  t.is(await subjectOf({ request: visit.request, page: done }), userId);
  t.is((await linksOf(email)).length, 1);
});

test.serial('an imported link to a provider opens the account only after the proof', async (t) => {
  const { userId, email } = await addImported('imported-linked@sso.test');
  const issuer = upstream.issuer;
  await db().ssoLink.create({ data: { userId, provider: 'GOOGLE', issuer, subject: 'subject-of-imported-linked' } });
  const visit = await signInAs(person('imported-linked'));
  t.true(asksForProof(visit.page), visit.page.html);
  await visit.browser.submit(visit.page, { emailProof: 'mail' });
  const done = await visit.browser.submit(await visit.browser.open(await mailedLink(email)), {});
  t.is(await subjectOf({ request: visit.request, page: done }), userId);
  t.deepEqual(await stateOf(userId), proven);
});

test.serial('an invitation that was mailed to the email proves it', async (t) => {
  const tenant = await freshTenant(server);
  const { userId, email, membershipId } = await addMember(server, tenant.id, 'member', 'INVITED');
  await db().user.update({ where: { id: userId }, data: unproven });
  const secret = 'a'.repeat(43);
  const secretHash = createHash('sha256').update(secret).digest();
  await db().invitation.update({ where: { id: membershipId }, data: { secretHash } });
  const browser = new TestBrowser(server.issuer);
  const page = await browser.open(new URL(`${server.issuer}/invitations/${secret}`));
  t.is(page.status, 200, page.html);
  await browser.submit(page, { password: demoPassword });
  t.deepEqual(await stateOf(userId), proven, email);
});
