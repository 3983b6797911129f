import type { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import { at, server, upstream, userOf, visitor } from '../support/account-page-tests.js';
import { openAccount, post } from '../support/account-pages.js';
import { asksForCode, begin, recoveryCodesOn, secretOn, totp } from '../support/second-factor.js';
import { enterPassword } from '../support/sign-in.js';
import { freshTenant } from '../support/tenant-api.js';

const newPassword = 'a few unusual words 7';

/** Makes the user's sign-in too old for dangerous changes. */
async function ageSignIn(userId: string): Promise<void> {
  await server.identity.db.$executeRaw`
    UPDATE identity.oidc_sessions SET payload = jsonb_set(payload, '{loginTs}', to_jsonb((payload->>'loginTs')::int - 700))
    WHERE account_id = ${userId}`;
}

test('a profile is changed, a wrong field keeps what was typed, and a name stays a text', async (t) => {
  const { userId, browser, page } = await visitor('/account/profile');
  const name = '<script>alert(1)</script>';
  const saved = await post(browser, page, { displayName: name, givenName: ' Ann ', zoneinfo: 'Europe/Berlin' });
  t.is(saved.status, 303);
  t.is(saved.location, '/account/profile?done=profile');
  const { displayName, givenName, zoneinfo } = await userOf(userId);
  t.deepEqual({ displayName, givenName, zoneinfo }, { displayName: name, givenName: 'Ann', zoneinfo: 'Europe/Berlin' });
  const overview = await browser.open('/account');
  t.false(overview.html.includes(name));
  t.true(overview.html.includes('&lt;script>'));
  t.regex((await browser.open('/account/profile?done=profile')).html, /Your profile was saved/u);
  t.notRegex((await browser.open('/account/profile?done=__proto__')).html, /role="status"/u);

  const refused = await post(browser, page, { displayName: 'Other', website: 'javascript:alert(1)' });
  t.is(refused.status, 422);
  t.regex(refused.html, /value="Other"/u);
  t.regex(refused.html, /aria-invalid="true"/u);
  t.is((await userOf(userId)).displayName, name);
  await post(browser, page, { displayName: '', superAdmin: 'true', emailVerified: 'false' });
  const cleared = await userOf(userId);
  t.is(cleared.displayName, null);
  t.false(cleared.superAdmin);
  t.true(cleared.emailVerified);
});

test('a password is changed by the rules of the API, and all other browsers are signed out', async (t) => {
  const { email, browser, page } = await visitor('/account/password');
  const other = await openAccount(server.issuer, email);
  const wrong = await post(browser, page, { currentPassword: 'not the password', newPassword });
  t.is(wrong.status, 400);
  t.regex(wrong.html, /id="field-currentPassword-error">That is not your current password/u);
  const weak = await post(browser, page, { currentPassword: demoPassword, newPassword: 'password' });
  t.is(weak.status, 422);
  const changed = await post(browser, page, { currentPassword: demoPassword, newPassword });
  t.is(changed.location, '/account/password?done=password');
  t.is((await browser.request('GET', at('/account'))).status, 200);
  t.is((await other.browser.request('GET', at('/account'))).status, 303);
  const again = await post(other.browser, other.page, {}, { path: '/account' });
  t.regex(again.location ?? '', /^\/oauth\/authorize\?/u);
});

test('a link to set a password is mailed to the own address only', async (t) => {
  const { email, browser, page } = await visitor('/account/password');
  const asked = await post(browser, page, { by: 'mail', email: 'somebody@else.test' });
  t.is(asked.location, '/account/password?done=password-mail');
  t.regex((await server.mailbox.mailTo(email)).text, /\/password-reset\//u);
});

test('another address is asked for with the password, and an unproven one gets its link', async (t) => {
  const { userId, email, browser, page } = await visitor('/account/email');
  const fields = { email: `new-${email}`, password: 'wrong' };
  const wrong = await post(browser, page, fields);
  t.is(wrong.status, 400);
  t.true(wrong.html.includes(`value="new-${email}"`));
  t.is((await post(browser, page, { email: 'nothing', password: demoPassword })).status, 422);
  const asked = await post(browser, page, { ...fields, password: demoPassword });
  t.is(asked.location, '/account/email?done=email');
  t.regex((await server.mailbox.mailTo(`new-${email}`)).text, /\/email-change\//u);
  t.is((await userOf(userId)).email, email);

  t.notRegex((await browser.open('/account')).html, /Send link/u);
  await server.identity.db.user.update({ where: { id: userId }, data: { emailVerified: false } });
  const overview = await browser.open('/account');
  t.regex(overview.html, /not confirmed yet.*Send link/su);
  t.is((await post(browser, overview, {})).location, '/account?done=verification');
  t.regex((await server.mailbox.mailTo(email)).text, /\/email-verification\//u);
});

test('sessions are listed and ended: one, all others, and the own', async (t) => {
  const { userId, email, browser, page } = await visitor('/account/sessions');
  const others = [await openAccount(server.issuer, email), await openAccount(server.issuer, email)];
  const listed = await browser.open('/account/sessions');
  t.is(listed.html.match(/name="session"/gu)?.length, 3);
  t.is(listed.html.match(/This browser/gu)?.length, 1);
  const sessions = await server.identity.db.oidcSession.findMany({
    where: { accountId: userId, endedAt: null },
    orderBy: { createdAt: 'asc' },
  });
  const [own, second] = sessions.map(({ publicId }) => String(publicId));
  const status = async (each: { browser: TestBrowser }) => (await each.browser.request('GET', at('/account'))).status;

  t.is((await post(browser, page, { session: second ?? '' })).location, '/account/sessions?done=session');
  t.is((await post(browser, page, { session: second ?? '' })).status, 404);
  t.deepEqual(await Promise.all(others.map(status)), [303, 200]);
  t.is((await post(browser, page, {})).location, '/account/sessions?done=sessions');
  t.deepEqual(await Promise.all(others.map(status)), [303, 303]);
  t.is(await status({ browser }), 200);
  const ended = await post(browser, page, { session: own ?? '' });
  t.is(ended.location, '/account/signed-out');
  t.false('identity-session' in browser.cookies());
  t.is(await status({ browser }), 303);
});

test('a session of somebody else cannot be ended, and looks like one that does not exist', async (t) => {
  const [mallory, ann] = [await visitor('/account/sessions'), await visitor()];
  const where = { accountId: ann.userId };
  const { publicId } = await server.identity.db.oidcSession.findFirstOrThrow({ where });
  for (const session of [String(publicId), '019a0000-0000-7000-8000-000000000000', 'nonsense'])
    t.is((await post(mallory.browser, mallory.page, { session })).status, 404);
  t.is((await ann.browser.request('GET', at('/account'))).status, 200);
});

test('a provider is linked after a fresh sign-in, and taken away again', async (t) => {
  const { userId, email, browser } = await visitor();
  await ageSignIn(userId);
  // The account cookie no longer matches the time of the sign-in.
  t.is((await browser.request('GET', at('/account/providers'))).status, 303);
  const { page } = await openAccount(server.issuer, email, { browser, path: '/account/providers' });
  const stale = await post(browser, page, { link: 'GOOGLE' });
  t.regex(stale.location ?? '', /^\/oauth\/authorize\?.*prompt=login/u);
  const asked = await browser.open(stale.location ?? '');
  t.regex(asked.url.pathname, /^\/interaction\//u);
  // The page is shown again. A link alone must not do what was asked for, so the user clicks once more.
  const again = await enterPassword(browser, asked, email);
  t.is(again.url.pathname, '/account/providers');
  t.regex(again.html, /Nothing has been saved yet/u);
  const { url } = await browser.submit(again, { link: 'GOOGLE' }, '/account/providers');
  t.is(url.searchParams.get('redirect_uri'), `${server.issuer}/sso/google/callback`);
  const response = await upstream.visit(url.href, {
    sub: userId,
    email: 'ann@gmail.test',
    email_verified: true,
    name: 'Ann at Google',
  });
  const linked = await browser.open(response);
  t.is(linked.url.href, `${server.issuer}/account/providers?done=linked`);
  t.regex(linked.html, /Ann at Google.*ann@gmail\.test.*Last used/su);
  t.is((await post(browser, linked, { link: 'NOBODY' })).status, 422);
  t.is((await post(browser, linked, { unlink: 'GOOGLE' })).location, '/account/providers?done=unlinked');
  t.is(await server.identity.db.ssoLink.count({ where: { userId } }), 0);
});

test('somebody without a password sets one by mail, and needs it for what needs one', async (t) => {
  const { userId, browser } = await visitor();
  await server.identity.db.user.update({ where: { id: userId }, data: { passwordHash: null } });
  const identity = { provider: 'GOOGLE', issuer: upstream.issuer, subject: userId };
  await server.identity.db.ssoLink.create({ data: { userId, ...identity } });
  t.regex((await browser.open('/account/password')).html, /You do not have a password yet/u);
  t.regex((await browser.open('/account/email')).html, /set a password/u);
  const providers = await browser.open('/account/providers');
  const kept = await post(browser, providers, { unlink: 'GOOGLE' });
  t.is(kept.status, 400);
  t.regex(kept.html, /Set a password first/u);
  const page = await browser.open('/account/delete');
  t.notRegex(page.html, /name="password"/u);
  t.is((await post(browser, page, { confirmation: 'DELETE' })).location, '/account/deleted');
});

test('an account is deleted with its password and the word, and every browser is signed out', async (t) => {
  const { userId, email, browser, page } = await visitor('/account/delete');
  const other = await openAccount(server.issuer, email);
  t.is((await post(browser, page, { password: demoPassword, confirmation: 'delete' })).status, 400);
  t.is((await post(browser, page, { password: 'wrong', confirmation: 'DELETE' })).status, 400);
  t.is((await post(browser, page, { confirmation: 'DELETE' })).status, 400);
  t.is((await userOf(userId)).deletedAt, null);
  const closed = await post(browser, page, { password: demoPassword, confirmation: 'DELETE' });
  t.is(closed.location, '/account/deleted');
  t.regex((await browser.open('/account/deleted')).html, /Your account is closed/u);
  t.not((await userOf(userId)).deletedAt, null);
  for (const each of [browser, other.browser]) t.is((await each.request('GET', at('/account'))).status, 303);
});

test('the only owner of a tenant is told so instead', async (t) => {
  const { owner } = await freshTenant(server);
  const { browser, page } = await openAccount(server.issuer, owner.email, { path: '/account/delete' });
  const refused = await post(browser, page, { password: demoPassword, confirmation: 'DELETE' });
  t.is(refused.status, 400);
  t.regex(refused.html, /role="alert"/u);
  t.is((await userOf(owner.userId)).deletedAt, null);
});

test('the data of a person is a file to download', async (t) => {
  const { email, browser, page } = await visitor('/account/export');
  const response = await post(browser, page, {});
  t.is(response.status, 200);
  t.is(response.headers.get('content-disposition'), 'attachment; filename="personal-data.json"');
  t.is(response.headers.get('cache-control'), 'no-store');
  const { sections } = JSON.parse(response.html) as { sections: { users: { email: string } } };
  t.is(sections.users.email, email);
});

test('an app is set up with a code, gets new recovery codes and is removed, each after a fresh sign-in', async (t) => {
  const { userId, email, browser, page } = await visitor('/account/security');
  const begun = await post(browser, page, { do: 'begin' });
  t.is(begun.status, 200);
  const secret = secretOn({ ...page, html: begun.html });
  const wrong = await post(browser, page, { do: 'confirm', code: '000' });
  t.is(wrong.status, 422);
  t.is(secretOn({ ...page, html: wrong.html }), secret, 'the same secret is shown again');
  t.false((await userOf(userId)).mfaEnabled);

  const confirmed = await post(browser, page, { do: 'confirm', code: totp(secret) });
  const codes = recoveryCodesOn({ ...page, html: confirmed.html });
  t.is(codes.length, 10);
  t.true((await userOf(userId)).mfaEnabled);
  const after = await browser.open('/account/security');
  t.is(after.url.pathname, '/account/security', 'this browser has shown the code');
  t.regex(after.html, /10 left/u);
  t.true(asksForCode((await begin(server, { email })).page), 'others are asked for one');

  const renewed = await post(browser, after, { do: 'codes' });
  const newCodes = recoveryCodesOn({ ...page, html: renewed.html });
  t.is(newCodes.filter((code) => !codes.includes(code)).length, 10);
  t.is((await post(browser, after, { do: 'nothing' })).status, 422);
  const removed = await post(browser, after, { do: 'remove' });
  t.is(removed.location, '/account/security?done=second-factor-removed');
  t.false((await userOf(userId)).mfaEnabled);
  t.is((await post(browser, after, { do: 'remove' })).status, 404);

  await ageSignIn(userId);
  const stale = await browser.open('/account/security');
  const again = stale.url.pathname === '/account/security' ? await post(browser, stale, { do: 'begin' }) : undefined;
  t.regex(String(again?.location ?? stale.url.href), /\/oauth\/authorize|\/interaction\//u);
});

test('a requested email change is shown and sent again, without the password and to that address only', async (t) => {
  const { userId, browser, page } = await visitor('/account/email');
  t.notRegex(page.html, /Waiting for your confirmation/u);
  const email = `next-${userId}@new.test`;
  await post(browser, page, { email, password: demoPassword });
  const pending = await browser.open('/account/email?done=email');
  t.true(pending.html.includes(email));
  t.regex(pending.html, /data-waits="60"/u);
  const before = await server.identity.db.emailChange.findUniqueOrThrow({ where: { userId } });
  const again = await post(browser, pending, { again: 'yes', email: 'other@new.test' });
  t.is(again.location, '/account/email?done=email');
  const after = await server.identity.db.emailChange.findUniqueOrThrow({ where: { userId } });
  t.is(after.newEmail, email);
  t.notDeepEqual(after.secretHash, before.secretHash);
  t.regex((await server.mailbox.mailTo(email, 2)).text, /\/email-change\//u);
  t.is(await server.identity.db.event.count({ where: { subjectId: userId, type: 'email.change_requested' } }), 2);

  await server.identity.db.emailChange.delete({ where: { userId } });
  t.is((await post(browser, pending, { again: 'yes' })).location, '/account/email?done=email');
  t.is(await server.identity.db.emailChange.count({ where: { userId } }), 0, 'a change that has ended stays so');
});

test('the pages that mail a link to the user offer to send it again', async (t) => {
  const { userId, browser } = await visitor('/account');
  await server.identity.db.user.update({ where: { id: userId }, data: { emailVerified: false } });
  for (const path of ['/account', '/account/password']) {
    const done = path === '/account' ? 'verification' : 'password-mail';
    t.notRegex((await browser.open(path)).html, /data-waits/u, path);
    t.regex((await browser.open(`${path}?done=${done}`)).html, /data-waits="60"/u, path);
  }
});
