import { randomUUID } from 'node:crypto';
import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import { call, signIn } from '../support/sign-in.js';
import { addUser, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer({ limits: { mail: { recipientPerHour: 6 } } });
});
test.after.always(() => server?.stop());

const newEmail = () => `${randomUUID()}@new.test`;
const requestChange = (token: string, email: string, password = demoPassword) =>
  send(server.issuer, 'POST', '/api/users/me/email', token, { email, password });

async function signedInUser() {
  const { userId, email } = await addUser(server);
  return { userId, email, token: await tokenOf(server.issuer, email) };
}

async function linkTo(email: string, count = 1): Promise<string> {
  const { text } = await server.mailbox.mailTo(email, count);
  return String(/\/email-change\/[\w-]+/u.exec(text)?.[0]);
}

const emailOf = async (id: string) => (await server.identity.db.user.findUniqueOrThrow({ where: { id } })).email;

test('the address changes when the mailed link is confirmed, not before, and the old one is told', async (t) => {
  const { userId, email, token } = await signedInUser();
  const next = newEmail();
  const { status, body } = await requestChange(token, next);
  t.is(status, 200);
  t.like(body, { success: true });
  t.is(await emailOf(userId), email);

  const browser = new TestBrowser(server.issuer);
  const link = await linkTo(next);
  const page = await browser.open(link);
  await browser.open(link);
  t.is(page.status, 200);
  t.is(await emailOf(userId), email, 'looking changes nothing');
  const done = await browser.submit(page, {});
  t.is(done.status, 200);
  t.is(await emailOf(userId), next);
  t.regex((await server.mailbox.mailTo(email)).text, new RegExp(`was changed to ${next}`, 'u'));
  t.like((await call(server.issuer, '/api/users/me', token)).body, { email: next, emailVerified: true });
  t.truthy((await signIn(server.issuer, { email: next })).tokens.access_token);
  t.is((await browser.open(link)).status, 404, 'the link works once');
});

test('an email is stored in the Unicode form of registration (NFKC), and the mail goes there', async (t) => {
  const { userId, token } = await signedInUser();
  const plain = newEmail();
  const wide = plain.replaceAll(/[a-z]/gu, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0));
  t.is((await requestChange(token, ` ${wide}`)).status, 200);
  const browser = new TestBrowser(server.issuer);
  await browser.submit(await browser.open(await linkTo(plain)), {});
  t.is(await emailOf(userId), plain);
  const taken = await signedInUser();
  const other = await signedInUser();
  await requestChange(other.token, taken.email.replace('p', '\uff50'));
  t.regex((await server.mailbox.mailTo(taken.email)).text, /./u, 'the owner of the taken email is told');
});

test('a taken address gets the same answer, and its owner a mail without a link', async (t) => {
  const { token } = await signedInUser();
  const taken = await signedInUser();
  const free = await requestChange(token, newEmail());
  const refused = await requestChange(token, taken.email.toUpperCase());
  t.is(refused.status, free.status);
  t.deepEqual(refused.body, free.body);
  const mail = await server.mailbox.mailTo(taken.email.toUpperCase());
  t.regex(mail.subject, /is already in use/u);
  t.false(mail.text.includes('/email-change/'));
});

test('of six people who confirm one address at once, one gets it and nobody sees a failure', async (t) => {
  const next = newEmail();
  for (let person = 0; person < 6; person += 1) await requestChange((await signedInUser()).token, next);
  const links = await Promise.all(Array.from({ length: 6 }, (_, index) => linkTo(next, index + 1)));
  const init = { method: 'POST', body: new URLSearchParams() };
  const responses = await Promise.all(links.map((link) => fetch(`${server.issuer}${link}`, init)));
  t.deepEqual(responses.map(({ status }) => status).sort(), [200, 404, 404, 404, 404, 404]);
  t.is(await server.identity.db.user.count({ where: { normalizedEmail: next } }), 1);
});

test('a changed password ends a link', async (t) => {
  const { token } = await signedInUser();
  const next = newEmail();
  await requestChange(token, next);
  const body = { currentPassword: demoPassword, newPassword: 'violet harbor engine 77' };
  t.is((await send(server.issuer, 'POST', '/api/users/me/password', token, body)).status, 200);
  t.is((await new TestBrowser(server.issuer).open(await linkTo(next))).status, 404);
});

test('an address that was taken meanwhile is not given away twice', async (t) => {
  const [first, second] = [await signedInUser(), await signedInUser()];
  const next = newEmail();
  await requestChange(first.token, next);
  await requestChange(second.token, next);
  const browser = new TestBrowser(server.issuer);
  const [one, two] = [await linkTo(next, 1), await linkTo(next, 2)];
  t.is((await browser.submit(await browser.open(one), {})).status, 200);
  t.is((await browser.submit(await browser.open(two), {})).status, 404);
  t.is(await emailOf(second.userId), second.email);
});

test('a newer request and 24 hours end a link', async (t) => {
  const { token, userId, email } = await signedInUser();
  const [first, second] = [newEmail(), newEmail()];
  await requestChange(token, first);
  const oldLink = await linkTo(first);
  await requestChange(token, second);
  const browser = new TestBrowser(server.issuer);
  t.is((await browser.open(oldLink)).status, 404);
  const link = await linkTo(second);
  const { db } = server.identity;
  const { expiresAt } = await db.emailChange.findUniqueOrThrow({ where: { userId } });
  t.is(Math.round((expiresAt.getTime() - Date.now()) / 3_600_000), 24);
  await db.emailChange.update({ where: { userId }, data: { expiresAt: new Date() } });
  t.is((await browser.open(link)).status, 404);
  t.is(await emailOf(userId), email);
});

test('20 parallel confirmations change the address once', async (t) => {
  const { token, userId, email } = await signedInUser();
  const next = newEmail();
  await requestChange(token, next);
  const link = await linkTo(next);
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => fetch(`${server.issuer}${link}`, { method: 'POST', body: new URLSearchParams() })),
  );
  t.is(responses.filter(({ status }) => status === 200).length, 1);
  t.true(responses.every(({ status }) => status === 200 || status === 404));
  t.is(await emailOf(userId), next);
  t.is(server.mailbox.all.filter(({ to }) => to === email).length, 1);
});

test('a wrong password is CURRENT_PASSWORD_INCORRECT, a bad address 422', async (t) => {
  const { token } = await signedInUser();
  const wrong = await requestChange(token, newEmail(), 'wrong');
  t.deepEqual([wrong.status, wrong.body['error']], [400, 'CURRENT_PASSWORD_INCORRECT']);
  for (const email of ['', 'nobody', 'a@', `${'x'.repeat(250)}@new.test`])
    t.is((await requestChange(token, email)).status, 422);
});

test('the secret is in the mail and nowhere else', async (t) => {
  const { token } = await signedInUser();
  const next = newEmail();
  const { body } = await requestChange(token, next);
  const secret = (await linkTo(next)).split('/')[2] ?? '';
  const rows = await server.identity.db
    .$queryRaw`SELECT row_to_json(c)::text AS a FROM identity.email_changes c UNION ALL SELECT row_to_json(e)::text FROM identity.events e`;
  t.false(JSON.stringify([rows, body]).includes(secret));
});

test('the form is taken from our own page only', async (t) => {
  const { token, userId, email } = await signedInUser();
  const next = newEmail();
  await requestChange(token, next);
  const init = { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' }, body: new URLSearchParams() };
  t.is((await fetch(`${server.issuer}${await linkTo(next)}`, init)).status, 400);
  t.is(await emailOf(userId), email);
});

const requestVerification = (token: string) => send(server.issuer, 'POST', '/api/users/me/email/verification', token);

async function unproven() {
  const person = await signedInUser();
  await server.identity.db.user.update({ where: { id: person.userId }, data: { emailVerified: false } });
  return person;
}

async function verificationLinkTo(email: string, count = 1): Promise<string> {
  const { text } = await server.mailbox.mailTo(email, count);
  return String(/\/email-verification\/[\w-]+/u.exec(text)?.[0]);
}

const isProven = async (id: string) =>
  (await server.identity.db.user.findUniqueOrThrow({ where: { id } })).emailVerified;

const post = (link: string, headers: Record<string, string> = {}) =>
  fetch(`${server.issuer}${link}`, { method: 'POST', headers, body: new URLSearchParams() });

test('a mailed link proves the own address once, and looking at it proves nothing', async (t) => {
  const { userId, email, token } = await unproven();
  const { status, body } = await requestVerification(token);
  t.is(status, 200);
  t.like(body, { success: true });
  const link = await verificationLinkTo(email);
  const browser = new TestBrowser(server.issuer);
  const page = await browser.open(link);
  t.is(page.status, 200);
  t.false(await isProven(userId));
  t.is((await post(link, { 'sec-fetch-site': 'cross-site' })).status, 400);
  t.false(await isProven(userId));
  const responses = await Promise.all(Array.from({ length: 20 }, () => post(link)));
  t.is(responses.filter((response) => response.status === 200).length, 1);
  t.true(responses.every((response) => response.status === 200 || response.status === 404));
  t.like((await call(server.issuer, '/api/users/me', token)).body, { email, emailVerified: true });
  t.is(await server.identity.db.event.count({ where: { subjectId: userId, type: 'email.verified' } }), 1);
  t.is((await browser.open(link)).status, 404);

  const again = await requestVerification(token);
  t.deepEqual([again.status, again.body], [status, body], 'the same answer for a proven address');
  t.is(await server.identity.db.emailVerification.count({ where: { userId } }), 0);
});

test('a proof is dead after a newer one, a changed address, the deletion of the account and 24 hours', async (t) => {
  const { db } = server.identity;
  const { userId, email, token } = await unproven();
  const isDead = async (link: string, why: string) => {
    t.is((await new TestBrowser(server.issuer).open(link)).status, 404, why);
    t.is((await post(link)).status, 404, why);
    t.false(await isProven(userId), why);
  };
  await requestVerification(token);
  await requestVerification(token);
  await isDead(await verificationLinkTo(email, 1), 'a newer one was sent');
  const link = await verificationLinkTo(email, 2);
  await db.user.update({ where: { id: userId }, data: { normalizedEmail: newEmail() } });
  await isDead(link, 'it was mailed to another address');
  await db.user.update({ where: { id: userId }, data: { normalizedEmail: email, deletedAt: new Date() } });
  await isDead(link, 'the account waits for its deletion');
  await db.user.update({ where: { id: userId }, data: { deletedAt: null } });
  const { expiresAt } = await db.emailVerification.findUniqueOrThrow({ where: { userId } });
  t.is(Math.round((expiresAt.getTime() - Date.now()) / 3_600_000), 24);
  await db.emailVerification.update({ where: { userId }, data: { expiresAt: new Date() } });
  await isDead(link, 'expired');
});

test('proofs are mailed three times an hour, to people only, and their secret is stored by hash', async (t) => {
  const { db } = server.identity;
  const { userId, email, token } = await unproven();
  t.is((await send(server.issuer, 'POST', '/api/users/me/email/verification', undefined)).status, 401);
  for (let time = 0; time < 3; time += 1) await requestVerification(token);
  const third = await db.emailVerification.findUniqueOrThrow({ where: { userId } });
  const { status } = await requestVerification(token);
  t.is(status, 200);
  t.deepEqual((await db.emailVerification.findUniqueOrThrow({ where: { userId } })).secretHash, third.secretHash);
  const secret = (await verificationLinkTo(email, 3)).split('/')[2] ?? '';
  const rows = await db.$queryRaw`SELECT row_to_json(v)::text AS a FROM identity.email_verifications v`;
  t.false(JSON.stringify(rows).includes(secret));
});
