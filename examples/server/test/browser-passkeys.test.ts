import test from 'ava';
import type { Browser, Page } from 'playwright-core';
import { demoPassword } from '../src/demo-data.js';
import { browserPath, launchBrowser } from './support/browser.js';
import { looks, picture } from './support/pictures.js';
import { twoFactors } from './support/second-factor.js';
import { buildRequest, configure, exchange } from './support/sign-in.js';
import { addUser } from './support/tenant-api.js';
import { TestBrowser } from './support/test-browser.js';
import { startTestServer, type TestServer } from './support/test-server.js';

// On a machine without a browser every test of this file is listed as skipped, by its name.
const browserTest = browserPath ? test.serial : test.serial.skip;

let server: TestServer;
let browser: Browser;
test.before(async () => {
  if (!browserPath) return;
  // Passkeys belong to a name, never to an IP address.
  server = await startTestServer({ hostname: 'localhost' });
  browser = await launchBrowser();
});
test.after.always(async () => {
  await browser?.close();
  await server?.stop();
});

/** A browser with a device that keeps passkeys and knows its owner. */
async function openDevice(options: object) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const device = await context.newCDPSession(page);
  await device.send('WebAuthn.enable');
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const setOwnerKnown = (isUserVerified: boolean) =>
    device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  return { context, page, setOwnerKnown };
}

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Opens an authorization request; resolves to its tokens when the browser is sent back. */
async function beginSignIn(page: Page) {
  const request = await buildRequest(await configure(server.issuer, 'demo-web'));
  await page.goto(request.url.href);
  const done = page.waitForRequest((sent) => sent.url().startsWith('http://127.0.0.1:8765/callback'));
  return { tokens: async () => exchange(request, new URL((await done).url())) };
}

for (const [look, options] of looks)
  browserTest(
    `a passkey is made, opens the account alone and as second factor, and is removed (${look})`,
    async (t) => {
      const { userId, email } = await addUser(server, `paul@${look}.example.com`);
      const { context, page, setOwnerKnown } = await openDevice(options);
      const refused: string[] = [];
      page.on('console', (message) => refused.push(message.text()));
      await page.goto(`${server.issuer}/account/security`);
      await enterPassword(page, email);
      await page.getByRole('button', { name: 'Make a passkey' }).click();
      await page.getByLabel('What do you call it?').fill('My laptop');
      await picture(t, page, 'passkey-make', look);
      await page.getByRole('button', { name: 'Make the passkey' }).click();
      await page.getByText('They are not shown again').waitFor();
      await page.goto(`${server.issuer}/account/security`);
      t.true(await page.getByText('My laptop').first().isVisible());
      await picture(t, page, 'account-security', look);

      await context.clearCookies();
      const alone = await beginSignIn(page);
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await page.getByRole('heading', { name: 'Use your passkey' }).waitFor();
      await picture(t, page, 'passkey-use', look);
      await setOwnerKnown(false);
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await page.getByText('Your device did not use a passkey').waitFor();
      await setOwnerKnown(true);
      const sending = page.waitForRequest((sent) => sent.postData()?.includes('passkey=%7B') ?? false);
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      const sent = new URLSearchParams((await sending).postData() ?? '').get('passkey') ?? '';
      const claims = (await alone.tokens()).claims();
      t.like(claims, { sub: userId, acr: twoFactors });
      t.deepEqual(claims?.['amr'] as unknown, ['pop', 'mfa']);

      // What was signed for one sign-in opens no other.
      const thief = new TestBrowser(server.issuer);
      const stolen = await thief.open((await buildRequest(await configure(server.issuer, 'demo-web'))).url);
      t.is((await thief.submit(stolen, { passkey: sent })).status, 401);

      await context.clearCookies();
      const second = await beginSignIn(page);
      await enterPassword(page, email);
      await page.getByRole('heading', { name: 'Use your passkey' }).waitFor();
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await page.getByText('finger, face or PIN').waitFor();
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      t.deepEqual((await second.tokens()).claims()?.['amr'] as unknown, ['pwd', 'pop', 'mfa']);

      await page.goto(`${server.issuer}/account/security`);
      await page.getByRole('button', { name: 'Remove the passkey My laptop' }).click();
      await page.getByText('The passkey is removed.').waitFor();
      const user = await server.identity.db.user.findUniqueOrThrow({
        where: { id: userId },
        include: { passkeys: true },
      });
      t.like(user, { mfaEnabled: false, passkeys: [] });
      t.deepEqual(
        refused.filter((text) => text.includes('Content Security Policy')),
        [],
      );
      await context.close();
    },
  );
