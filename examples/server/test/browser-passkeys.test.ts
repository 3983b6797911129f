import test from 'ava';
import type { Page } from 'playwright-core';
import { browserPath } from './support/browser.js';
import { atApplication, browserTest, enterPassword, openContext } from './support/browser-tests.js';
import { picture } from './support/pictures.js';
import { twoFactors } from './support/second-factor.js';
import { buildRequest, configure, exchange } from './support/sign-in.js';
import { addUser } from './support/tenant-api.js';
import { TestBrowser } from './support/test-browser.js';
import { startTestServer, type TestServer } from './support/test-server.js';

let server: TestServer;
test.before(async () => {
  // Passkeys belong to a name, never to an IP address.
  if (browserPath) server = await startTestServer({ hostname: 'localhost' });
});
test.after.always(() => server?.stop());

/** A browser with a device that keeps passkeys and knows its owner. */
async function openDevice() {
  const context = await openContext();
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

/** Opens an authorization request; `tokens` waits until the browser is sent back with a code. */
async function beginSignIn(page: Page) {
  const request = await buildRequest(await configure(server.issuer, 'demo-web'));
  await page.goto(request.url.href);
  const tokens = async () => {
    await page.waitForURL(atApplication);
    return exchange(request, new URL(page.url()));
  };
  return { tokens };
}

browserTest('a passkey is made, opens the account alone and as second factor, and is removed', async (t) => {
  const { userId, email } = await addUser(server, 'paul@example.com');
  const { context, page, setOwnerKnown } = await openDevice();
  const refused: string[] = [];
  page.on('console', (message) => refused.push(message.text()));
  await page.goto(`${server.issuer}/account/security`);
  await enterPassword(page, email);
  await page.getByRole('button', { name: 'Make a passkey' }).click();
  await page.getByLabel('What do you call it?').fill('My laptop');
  await picture(t, page, 'passkey-make', page.getByRole('button', { name: 'Make the passkey' }));
  await page.getByRole('button', { name: 'Make the passkey' }).click();
  await page.getByText('They are not shown again').waitFor();
  await page.goto(`${server.issuer}/account/security`);
  await picture(t, page, 'account-security', page.getByText('My laptop').first());

  await context.clearCookies();
  const alone = await beginSignIn(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await picture(t, page, 'passkey-use', page.getByRole('heading', { name: 'Use your passkey' }));
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
});
