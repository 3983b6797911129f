import { licensing, tenants, users } from '@org/identity-server';
import test, { type ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { browserPath } from '../support/browser.js';
import {
  atApplication,
  browserTest,
  complaints,
  enterPassword,
  openContext,
  openPage,
} from '../support/browser-tests.js';
import { picture } from '../support/pictures.js';
import { buildRequest, configure, signIn } from '../support/sign-in.js';
import { addUser, freshTenant, send, tokenOf } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  if (!browserPath) return;
  server = await startTestServer({ plugins: [users({ registration: 'open' }), tenants(), licensing()] });
});
test.after.always(() => server?.stop());

/** Invites an email to a tenant called Umbrella. Returns the link in the mail. */
async function invite(email: string): Promise<{ link: string; tenantId: string; invitationId: string }> {
  const { db } = server.identity;
  const { id: tenantId, owner } = await freshTenant(server);
  await db.tenant.update({ where: { id: tenantId }, data: { name: 'Umbrella Ltd.' } });
  await db.user.update({ where: { id: owner.userId }, data: { displayName: 'Ursula Umbrella' } });
  const token = await tokenOf(server.issuer, owner.email);
  const { body } = await send(server.issuer, 'POST', `/api/tenants/${tenantId}/invitations`, token, { email });
  const secret = await server.mailbox.invitationSecret(email);
  return { link: `${server.issuer}/invitations/${secret}`, tenantId, invitationId: String(body['id']) };
}

/** A page in a new browser where a user has to sign in. */
async function atSignIn(): Promise<Page> {
  const page = await openPage();
  await page.goto((await buildRequest(await configure(server.issuer, 'demo-web'))).url.href);
  return page;
}

/** Asserts that the browser returns to the application with a code. */
async function arrives(t: ExecutionContext, page: Page): Promise<void> {
  await page.waitForURL(atApplication);
  t.truthy(new URL(page.url()).searchParams.get('code'));
}

/** Returns the link in a mail. */
async function linkTo(kind: string, email: string): Promise<string> {
  const { text } = await server.mailbox.mailTo(email);
  return String(new RegExp(`http\\S+/${kind}/[\\w-]+`, 'u').exec(text)?.[0]);
}

const activeMembers = (tenantId: string) =>
  server.identity.db.membership.count({ where: { tenantId, status: 'ACTIVE' } });

browserTest('somebody new opens the mailed link, makes an account and is a member', async (t) => {
  const { link, tenantId } = await invite('new@people.test');
  const page = await openPage();
  await page.goto(link);
  await picture(t, page, 'invitation-new', page.getByLabel('Your name'));
  await page.getByLabel('Your name').fill('Nora New');
  await page.getByLabel('Password').fill('a few unusual words');
  await page.getByRole('button', { name: 'Create account and join' }).click();
  await page.getByText('You have joined the organization').waitFor();
  t.is(await activeMembers(tenantId), 2);
});

browserTest('somebody who is signed in joins with one button', async (t) => {
  const { email } = await addUser(server, 'sue@people.test');
  const { link, tenantId } = await invite(email);
  // The user has signed in before, in this browser as far as the server can tell.
  const signedIn = await signIn(server.issuer, { email });
  const context = await openContext();
  const cookies = Object.entries(signedIn.browser.cookies());
  await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: server.issuer })));
  const page = await context.newPage();
  await page.goto(link);
  await picture(t, page, 'invitation-join', page.getByRole('button', { name: 'Join' }));
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByText('You have joined the organization').waitFor();
  t.is(await activeMembers(tenantId), 2);

  const other = await invite('other@people.test');
  await page.goto(other.link);
  await picture(t, page, 'invitation-other', page.getByRole('button', { name: 'Sign out and continue' }));
  await page.getByRole('button', { name: 'Sign out and continue' }).click();
  await page.getByLabel('Your name').waitFor();
});

browserTest('an expired link says whom to ask', async (t) => {
  const { link, invitationId } = await invite('late@people.test');
  const expiresAt = new Date(Date.now() - 1000);
  await server.identity.db.invitation.update({ where: { id: invitationId }, data: { expiresAt } });
  const page = await openPage();
  await page.goto(link);
  await picture(t, page, 'invitation-expired', page.getByText('Ask the person who invited you'));
});

browserTest('somebody who forgot their password sets a new one and goes on to the application', async (t) => {
  const { email } = await addUser(server, 'forgot@people.test');
  const page = await atSignIn();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await picture(t, page, 'reset-ask', page.getByRole('button', { name: 'Send link' }));
  t.is(await page.getByLabel('Email').inputValue(), email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await picture(t, page, 'reset-asked', page.getByRole('heading', { name: 'Check your email' }));
  const link = await linkTo('password-reset', email);
  await page.goto(link);
  await picture(t, page, 'reset-new', page.getByRole('button', { name: 'Set password' }));
  await page.getByLabel('New password').fill('password1');
  await page.getByRole('button', { name: 'Set password' }).click();
  await picture(t, page, 'reset-weak', page.getByText('too easy to guess'));
  await page.getByLabel('New password').fill('a few unusual words');
  await page.getByRole('button', { name: 'Set password' }).click();
  await picture(t, page, 'reset-back', page.getByText('Your new password is set'));
  await page.goto(link);
  await picture(t, page, 'dead-link', page.getByRole('heading', { level: 1 }));
  await page.goBack();
  await enterPassword(page, email, 'a few unusual words');
  await arrives(t, page);
});

browserTest('somebody new creates an account and goes on to the application', async (t) => {
  const email = 'register@people.test';
  const page = await atSignIn();
  await picture(t, page, 'sign-in-register', page.getByRole('link', { name: 'Create an account' }));
  await page.getByRole('link', { name: 'Create an account' }).click();
  await picture(t, page, 'register', page.getByRole('button', { name: 'Create account' }));
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Your name').fill('Rita Register');
  await page.getByLabel('Password').fill('password1');
  await page.getByRole('button', { name: 'Create account' }).click();
  await picture(t, page, 'register-weak', page.getByText('too easy to guess'));
  t.is(await page.getByLabel('Email').inputValue(), email);
  await page.getByLabel('Password').fill('a few unusual words');
  await page.getByRole('button', { name: 'Create account' }).click();
  await picture(t, page, 'register-mail', page.getByRole('heading', { name: 'Check your email' }));
  const link = await linkTo('registration', email);
  const other = await openPage();
  await other.goto(link);
  await picture(t, other, 'register-elsewhere', other.getByLabel('Password'));
  await page.goto(link);
  await picture(t, page, 'register-confirm', page.getByRole('heading', { name: 'Create your account' }));
  await page.getByRole('button', { name: 'Create account and continue' }).click();
  await arrives(t, page);
  const user = await server.identity.db.user.findUniqueOrThrow({ where: { normalizedEmail: email } });
  t.like(user, { displayName: 'Rita Register', emailVerified: true });
});

browserTest('somebody proves that their address is theirs', async (t) => {
  const { email, userId } = await addUser(server, 'proof@people.test');
  const { db } = server.identity;
  await db.user.update({ where: { id: userId }, data: { emailVerified: false } });
  await send(server.issuer, 'POST', '/api/users/me/email/verification', await tokenOf(server.issuer, email));
  const link = await linkTo('email-verification', email);
  const page = await openPage();
  await page.goto(link);
  await picture(t, page, 'verify-email', page.getByRole('button', { name: 'Yes, confirm' }));
  await page.getByRole('button', { name: 'Yes, confirm' }).click();
  await picture(t, page, 'email-verified', page.getByRole('heading', { name: 'Your email address is confirmed' }));
  t.true((await db.user.findUniqueOrThrow({ where: { id: userId } })).emailVerified);
});

browserTest('a mail can be sent again after a minute, which the page counts down', async (t) => {
  const page = await openPage();
  const found = complaints(page);
  await page.clock.install();
  await page.goto(`${server.issuer}/password-reset`);
  await page.getByLabel('Email').fill('again@people.test');
  await page.getByRole('button', { name: 'Send link' }).click();
  const button = page.getByRole('button', { name: 'Send it again' });
  t.true(await button.isDisabled());
  await page.clock.runFor(59_000);
  await page.getByText('You can send it again in 1 second.').waitFor();
  t.true(await button.isDisabled());
  await page.clock.runFor(1_000);
  await page.getByText('You can send it again now.').waitFor();
  await button.click();
  await page.getByText('You can send it again in').waitFor();
  t.true(await button.isDisabled());
  t.deepEqual(found, []);
});

browserTest('without scripts the page says how long to wait, and the mail can be sent again', async (t) => {
  const page = await openPage({ javaScriptEnabled: false });
  await page.goto(`${server.issuer}/password-reset`);
  await page.getByLabel('Email').fill('quiet@people.test');
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByText('Wait 60 seconds before you send it again.').waitFor();
  await page.getByRole('button', { name: 'Send it again' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  t.pass();
});

browserTest('every password can be shown, also where there are two', async (t) => {
  const { email } = await addUser(server, 'eyes@people.test');
  const page = await openPage();
  await page.goto(`${server.issuer}/account/password`);
  await enterPassword(page, email);
  const buttons = page.getByRole('button', { name: 'Show password' });
  await page.getByLabel('New password').fill('a secret');
  t.is(await buttons.count(), 2);
  await buttons.last().press('Enter');
  t.is(await page.getByLabel('New password').getAttribute('type'), 'text');
  t.is(await page.getByLabel('Current password').getAttribute('type'), 'password');
  t.deepEqual(await Promise.all((await buttons.all()).map((button) => button.getAttribute('aria-pressed'))), [
    'false',
    'true',
  ]);
});
