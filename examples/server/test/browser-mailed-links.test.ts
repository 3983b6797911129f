import { licensing, tenants, users } from '@org/identity-server';
import test, { type ExecutionContext } from 'ava';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { browserPath, launchBrowser } from './support/browser.js';
import { looks, picture } from './support/pictures.js';
import { buildRequest, callback, configure, signIn } from './support/sign-in.js';
import { addUser, freshTenant, send, tokenOf } from './support/tenant-api.js';
import { startTestServer, type TestServer } from './support/test-server.js';

// On a machine without a browser every test of this file is listed as skipped, by its name.
const browserTest = browserPath ? test.serial : test.serial.skip;

let server: TestServer;
let browser: Browser;
test.before(async () => {
  if (!browserPath) return;
  server = await startTestServer({ plugins: [users({ registration: 'open' }), tenants(), licensing()] });
  browser = await launchBrowser();
});
test.after.always(async () => {
  await browser?.close();
  await server?.stop();
});

/** Invites an address to a tenant called Umbrella; resolves to the address in the mail. */
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

/** A page of a browser of its own, where somebody has to sign in. */
async function atSignIn(options: BrowserContextOptions): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  await page.goto((await buildRequest(await configure(server.issuer, 'demo-web'))).url.href);
  return page;
}

/** Presses the button that leads back to the application, with a code. */
async function arrives(t: ExecutionContext, page: Page, button: string): Promise<void> {
  // Nothing listens at the application's address: that the browser asks for it is enough.
  await page.route(`${callback}**`, (route) => route.fulfill({ body: 'arrived' }));
  await page.getByRole('button', { name: button }).click();
  await page.getByText('arrived').waitFor();
  t.truthy(new URL(page.url()).searchParams.get('code'));
}

/** The address in a mail. */
async function linkTo(kind: string, email: string): Promise<string> {
  const { text } = await server.mailbox.mailTo(email);
  return String(new RegExp(`http\\S+/${kind}/[\\w-]+`, 'u').exec(text)?.[0]);
}

const activeMembers = (tenantId: string) =>
  server.identity.db.membership.count({ where: { tenantId, status: 'ACTIVE' } });

for (const [look, options] of looks) {
  browserTest(`somebody new opens the mailed link, makes an account and is a member (${look})`, async (t) => {
    const { link, tenantId } = await invite(`new-${look}@people.test`);
    const page = await (await browser.newContext(options)).newPage();
    await page.goto(link);
    await picture(t, page, 'invitation-new', look);
    await page.getByLabel('Your name').fill('Nora New');
    await page.getByLabel('Password').fill('a few unusual words');
    await page.getByRole('button', { name: 'Create account and join' }).click();
    t.true(await page.getByText('You are now a member of').isVisible());
    t.is(await activeMembers(tenantId), 2);
  });

  browserTest(`somebody who is signed in joins with one button (${look})`, async (t) => {
    const { email } = await addUser(server, `sue-${look}@people.test`);
    const { link, tenantId } = await invite(email);
    // Signed in before, in this very browser as far as the server can tell.
    const signedIn = await signIn(server.issuer, { email });
    const context = await browser.newContext(options);
    const cookies = Object.entries(signedIn.browser.cookies());
    await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: server.issuer })));
    const page = await context.newPage();
    await page.goto(link);
    await picture(t, page, 'invitation-join', look);
    await page.getByRole('button', { name: 'Join' }).click();
    t.true(await page.getByText('You are now a member of').isVisible());
    t.is(await activeMembers(tenantId), 2);

    const other = await invite(`other-${look}@people.test`);
    await page.goto(other.link);
    await picture(t, page, 'invitation-other', look);
    await page.getByRole('button', { name: 'Sign out and go on' }).click();
    t.true(await page.getByLabel('Your name').isVisible());
  });

  browserTest(`an expired link says whom to ask (${look})`, async (t) => {
    const { link, invitationId } = await invite(`late-${look}@people.test`);
    const expiresAt = new Date(Date.now() - 1000);
    await server.identity.db.invitation.update({ where: { id: invitationId }, data: { expiresAt } });
    const page = await (await browser.newContext(options)).newPage();
    await page.goto(link);
    await picture(t, page, 'invitation-expired', look);
    t.true(await page.getByText('Ask the person who invited you').isVisible());
  });

  browserTest(
    `somebody who forgot their password sets a new one and goes on to the application (${look})`,
    async (t) => {
      const { email } = await addUser(server, `forgot-${look}@people.test`);
      const page = await atSignIn(options);
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      await picture(t, page, 'reset-ask', look);
      await page.getByLabel('Email').fill(email);
      await page.getByRole('button', { name: 'Send the link' }).click();
      await page.getByRole('heading', { name: 'Look into your mail' }).waitFor();
      await picture(t, page, 'reset-asked', look);
      const link = await linkTo('password-reset', email);
      await page.goto(link);
      await picture(t, page, 'reset-new', look);
      await page.getByLabel('New password').fill('password1');
      await page.getByRole('button', { name: 'Set the password' }).click();
      await page.getByText('among the first').waitFor();
      await picture(t, page, 'reset-weak', look);
      await page.getByLabel('New password').fill('a few unusual words');
      await page.getByRole('button', { name: 'Set the password' }).click();
      await page.getByText('Your new password is set').waitFor();
      await picture(t, page, 'reset-back', look);
      await page.goto(link);
      await picture(t, page, 'dead-link', look);
      await page.goBack();
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill('a few unusual words');
      await arrives(t, page, 'Sign in');
    },
  );

  browserTest(`somebody new creates an account and goes on to the application (${look})`, async (t) => {
    const email = `register-${look}@people.test`;
    const page = await atSignIn(options);
    await picture(t, page, 'sign-in-register', look);
    await page.getByRole('link', { name: 'Create an account' }).click();
    await picture(t, page, 'register', look);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Your name').fill('Rita Register');
    await page.getByLabel('Password').fill('password1');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('among the first').waitFor();
    t.is(await page.getByLabel('Email').inputValue(), email);
    await picture(t, page, 'register-weak', look);
    await page.getByLabel('Password').fill('a few unusual words');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Look into your mail' }).waitFor();
    await picture(t, page, 'register-mail', look);
    const link = await linkTo('registration', email);
    const other = await (await browser.newContext(options)).newPage();
    await other.goto(link);
    t.true(await other.getByLabel('Password').isVisible());
    await picture(t, other, 'register-elsewhere', look);
    await page.goto(link);
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    await picture(t, page, 'register-confirm', look);
    await arrives(t, page, 'Create account and go on');
    const user = await server.identity.db.user.findUniqueOrThrow({ where: { normalizedEmail: email } });
    t.like(user, { displayName: 'Rita Register', emailVerified: true });
  });

  browserTest(`somebody proves that their address is theirs (${look})`, async (t) => {
    const { email, userId } = await addUser(server, `proof-${look}@people.test`);
    const { db } = server.identity;
    await db.user.update({ where: { id: userId }, data: { emailVerified: false } });
    await send(server.issuer, 'POST', '/api/users/me/email/verification', await tokenOf(server.issuer, email));
    const link = await linkTo('email-verification', email);
    const page = await (await browser.newContext(options)).newPage();
    await page.goto(link);
    await picture(t, page, 'verify-email', look);
    await page.getByRole('button', { name: 'Yes, confirm my address' }).click();
    await picture(t, page, 'email-verified', look);
    t.true((await db.user.findUniqueOrThrow({ where: { id: userId } })).emailVerified);
  });
}
