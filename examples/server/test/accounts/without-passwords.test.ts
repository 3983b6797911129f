import { createHash, randomUUID } from 'node:crypto';
import { type Page, TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import { ageSignIns } from '../support/connection-changes.js';
import { addPasswordless, ask, codeTo, newEmail, server, withoutPasswords } from '../support/emailed-code-tests.js';
import { identityCommandWith } from '../support/identity-command.js';
import { secretOn, totp } from '../support/second-factor.js';
import { call } from '../support/sign-in.js';
import { addUser, machineTokenOf, send } from '../support/tenant-api.js';
import type { TestServer } from '../support/test-server.js';

/** A browser that is signed in to the account pages with a code. */
async function visit(email: string, path: string, at: TestServer = server, count = 1) {
  const browser = new TestBrowser(at.issuer);
  const asked = await browser.submit(await browser.open(path), { email, emailCode: 'send' });
  const page = await browser.submit(asked, { emailCode: 'check', code: await codeTo(email, { at, count }) });
  return { browser, page };
}

/** The token of a sign-in with a code. */
async function tokenByCode(email: string, at: TestServer = server, count = 1) {
  const { enter, finish } = await ask(email, at);
  const tokens = await finish(await enter(await codeTo(email, { at, count })));
  return { token: tokens.access_token };
}

/** Confirms with a new code that it is still the same user. */
async function confirm(browser: TestBrowser, page: Page, email: string, count: number, at: TestServer = server) {
  const asked = await browser.submit(page, { email, emailCode: 'confirm' });
  return browser.submit(asked, { emailCode: 'check', code: await codeTo(email, { at, count }) });
}

test('somebody without a password changes the email, after a fresh sign-in', async (t) => {
  const { userId, email } = await addPasswordless();
  const { browser, page } = await visit(email, '/account/email');
  t.is(page.url.pathname, '/account/email', page.html);
  t.notRegex(page.html, /name="password"/u);
  const next = newEmail();
  t.is((await browser.submit(page, { email: next }, '/account/email')).status, 200);
  const link = /\/email-change\/[\w-]+/u.exec((await server.mailbox.mailTo(next)).text)?.[0] ?? '';
  await browser.submit(await browser.open(link), {});
  t.is((await server.identity.db.user.findUniqueOrThrow({ where: { id: userId } })).email, next);
});

test('a sign-in of some time ago is not enough: the page that confirms offers a code', async (t) => {
  const { userId, email } = await addPasswordless();
  const { browser } = await visit(email, '/account/email');
  await ageSignIns(server, 11, userId);
  const next = newEmail();
  const asked = await browser.submit(await browser.open('/account/email'), { email: next }, '/account/email');
  t.regex(asked.html, /Confirm it is you/u);
  t.regex(asked.html, /Email me a code/u);
  t.is(await server.identity.db.emailChange.count({ where: { userId } }), 0);
  const back = await confirm(browser, asked, email, 2);
  t.is(back.url.pathname, '/account/email', back.html);
  t.is(await server.identity.db.emailChange.count({ where: { userId } }), 0, 'a sign-in alone changes nothing');
  t.true(back.html.includes(next), 'what was entered is there again');
  await browser.submit(back, { email: next }, '/account/email');
  t.is(await server.identity.db.emailChange.count({ where: { userId } }), 1);
});

test('the API takes a fresh sign-in instead of a password from a user without one, and from nobody else', async (t) => {
  const { userId, email } = await addPasswordless();
  const { token } = await tokenByCode(email);
  const change = { email: newEmail() };
  t.is((await send(server.issuer, 'POST', '/api/users/me/email', token, change)).status, 200);
  await ageSignIns(server, 11, userId);
  const stale = await send(server.issuer, 'POST', '/api/users/me/email', token, change);
  t.deepEqual([stale.status, stale.body['error']], [403, 'REAUTHENTICATION_REQUIRED']);
  const other = await addUser(server);
  const own = await tokenByCode(other.email);
  const refused = await send(server.issuer, 'POST', '/api/users/me/email', own.token, change);
  t.deepEqual([refused.status, refused.body['error']], [400, 'CURRENT_PASSWORD_INCORRECT']);
});

test('the rest of the account works as well: a second factor, a link to a password, the end', async (t) => {
  const { email } = await addPasswordless();
  const { browser, page } = await visit(email, '/account/security');
  t.regex(page.html, /Code by email/u);
  const setUp = await browser.submit(page, { do: 'begin' }, '/account/security');
  const codes = await browser.submit(setUp, { do: 'confirm', code: totp(secretOn(setUp)) }, '/account/security');
  t.regex(codes.html, /recovery/iu);
  await browser.submit(await browser.open('/account/password'), { by: 'mail' }, '/account/password');
  t.regex((await server.mailbox.mailTo(email, 3)).text, /password-reset/u);
  const closed = await browser.submit(
    await browser.open('/account/delete'),
    { confirmation: 'DELETE' },
    '/account/delete',
  );
  t.is(closed.url.pathname, '/account/deleted');
});

test('the last link can go, because a code still signs in', async (t) => {
  const { userId, email } = await addPasswordless();
  await server.identity.db.ssoLink.create({
    data: { userId, provider: 'GOOGLE', issuer: 'https://up.test', subject: userId },
  });
  const { token } = await tokenByCode(email);
  t.is((await send(server.issuer, 'DELETE', '/api/users/me/sso/GOOGLE', token)).status, 200);
});

test('without passwords no page of the account and no API offers one', async (t) => {
  const { userId, email } = await addPasswordless(withoutPasswords);
  const { browser, page } = await visit(email, '/account', withoutPasswords);
  t.is(page.url.pathname, '/account', page.html);
  for (const path of ['', '/profile', '/email', '/security', '/sessions', '/export', '/delete']) {
    const { html, status } = await browser.open(`/account${path}`);
    t.is(status, 200, path);
    t.notRegex(html.replaceAll(/<style>.*?<\/style>|<script.*?<\/script>/gsu, ''), /password/iu, path);
  }
  t.is((await browser.open('/account/password')).status, 404);
  t.is((await browser.open('/password-reset')).status, 404);
  const { token } = await tokenByCode(email, withoutPasswords, 2);
  const change = { currentPassword: demoPassword, newPassword: 'violet harbor engine 77' };
  const { issuer } = withoutPasswords;
  const refused = await send(issuer, 'POST', '/api/users/me/password', token, change);
  t.deepEqual([refused.status, refused.body['error']], [404, 'NOT_FOUND']);
  const machine = await machineTokenOf(issuer, 'platform-machine');
  t.is((await send(issuer, 'POST', `/api/platform/users/${userId}/send-reset`, machine)).status, 404);
  const { body } = await call(issuer, '/api/openapi.json');
  t.false(Object.keys((body['paths'] ?? {}) as object).some((path) => /password|send-reset/u.test(path)));
});

/** Invites an email to Acme, directly in the database. */
async function invite({ identity: { db } }: TestServer, email: string): Promise<string> {
  const secret = randomUUID();
  const { id: tenantId } = await db.tenant.findUniqueOrThrow({ where: { slug: 'acme' } });
  const secretHash = Uint8Array.from(createHash('sha256').update(secret).digest());
  const invitation = { tenantId, email, normalizedEmail: email, secretHash, expiresInDays: 1 };
  await db.invitation.create({ data: { ...invitation, expiresAt: new Date(Date.now() + 60_000) } });
  return secret;
}

test('an invitation without passwords: somebody new gives a name, and is signed in', async (t) => {
  const email = newEmail();
  const browser = new TestBrowser(withoutPasswords.issuer);
  const page = await browser.open(`/invitations/${await invite(withoutPasswords, email)}`);
  t.notRegex(page.html, /type="password"/u);
  const done = await browser.submit(page, { displayName: 'Nina' });
  t.is(done.url.pathname, '/account', done.html);
  const user = await withoutPasswords.identity.db.user.findUniqueOrThrow({ where: { normalizedEmail: email } });
  t.like(user, { passwordHash: null, emailVerified: true, displayName: 'Nina' });
});

test('somebody with an account signs in with a code, and accepts then', async (t) => {
  for (const at of [server, withoutPasswords]) {
    const { userId, email } = await addPasswordless(at);
    const browser = new TestBrowser(at.issuer);
    const page = await browser.open(`/invitations/${await invite(at, email)}`);
    const signInPage = await browser.submit(page, { signIn: 'yes' });
    t.regex(signInPage.url.pathname, /^\/interaction\//u);
    t.is(await at.identity.db.membership.count({ where: { userId } }), 0);
    const asked = await browser.submit(signInPage, { email, emailCode: 'send' });
    const back = await browser.submit(asked, { emailCode: 'check', code: await codeTo(email, { at }) });
    await browser.submit(back, {});
    t.is(await at.identity.db.membership.count({ where: { userId, status: 'ACTIVE' } }), 1);
  }
});

test('the API creates the account of an invitation without a password, and takes none', async (t) => {
  const { issuer } = withoutPasswords;
  const path = `/api/invitations/${await invite(withoutPasswords, newEmail())}/accept`;
  const refused = await send(issuer, 'POST', path, undefined, { password: demoPassword, displayName: 'Nina' });
  t.deepEqual([refused.status, refused.body['error']], [422, 'VALIDATION_FAILED']);
  t.is((await send(issuer, 'POST', path, undefined, { displayName: 'Nina' })).status, 200);
});

test('a super admin without a password sets up the first second factor with a link and a code', async (t) => {
  const { userId, email } = await addPasswordless(withoutPasswords);
  await withoutPasswords.identity.db.user.update({ where: { id: userId }, data: { superAdmin: true } });
  const { issuer, databaseUrl } = withoutPasswords;
  const words = ['users', 'second-factor-link', email];
  const link = await identityCommandWith<{ url: string }>(databaseUrl, { ISSUER: issuer }, ...words);
  const path = new URL(link.url).pathname;
  const browser = new TestBrowser(withoutPasswords.issuer);
  const page = await browser.open(path);
  t.notRegex(page.html, /type="password"/u);
  const signInPage = await browser.submit(page, {});
  const asked = await browser.submit(signInPage, { email, emailCode: 'send' });
  const code = await codeTo(email, { at: withoutPasswords });
  await browser.submit(asked, { emailCode: 'check', code });
  const setUp = await browser.submit(await browser.open(path), {});
  await browser.submit(setUp, { code: totp(secretOn(setUp)) });
  const user = await withoutPasswords.identity.db.user.findUniqueOrThrow({ where: { id: userId } });
  t.true(user.mfaEnabled);
});
