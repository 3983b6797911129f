import { TestBrowser } from '@org/identity-testing/test-browser';
import test, { type ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { browserPath } from '../support/browser.js';
import { atApplication, browserTest, enterPassword, openContext } from '../support/browser-tests.js';
import { picture } from '../support/pictures.js';
import { twoFactors } from '../support/second-factor.js';
import { buildRequest, configure, exchange } from '../support/sign-in.js';
import { addUser } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  // Passkeys belong to a host name, never to an IP.
  if (browserPath) server = await startTestServer({ hostname: 'localhost' });
});
test.after.always(() => server?.stop());

/** A browser with a device that stores passkeys and recognizes its owner. */
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
  /** Whether the user touches the device when it asks. If not, passkeys that the browser offers by itself wait. */
  const setTouched = (enabled: boolean) =>
    device.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  return { context, page, setOwnerKnown, setTouched };
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

/** Adds the first passkey of an account on the security page. Returns the recovery codes. */
async function addPasskey(t: ExecutionContext, page: Page, name: string): Promise<string[]> {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name').fill(name);
  await picture(t, page, 'passkey-make', page.getByRole('button', { name: 'Create passkey' }));
  await page.getByRole('button', { name: 'Create passkey' }).click();
  await page.getByText('They will not be shown again').waitFor();
  return page.locator('.codes code').allInnerTexts();
}

browserTest('a passkey is made, opens the account alone and as second factor, and is removed', async (t) => {
  const { userId, email } = await addUser(server, 'paul@example.com');
  const { context, page, setOwnerKnown, setTouched } = await openDevice();
  const refused: string[] = [];
  page.on('console', (message) => refused.push(message.text()));
  await page.goto(`${server.issuer}/account/security`);
  await enterPassword(page, email);
  await addPasskey(t, page, 'My laptop');
  await page.goto(`${server.issuer}/account/security`);
  await picture(t, page, 'account-security', page.getByText('My laptop').first());

  await context.clearCookies();
  // The sign-in page also offers the passkey in the field. If every touch succeeded, the test could not press the button.
  await setTouched(false);
  const alone = await beginSignIn(page);
  await picture(t, page, 'sign-in-passkey', page.getByRole('button', { name: 'Use a passkey' }));
  await setOwnerKnown(false);
  await setTouched(true);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('The passkey was not used').waitFor();
  await setOwnerKnown(true);
  const sending = page.waitForRequest((sent) => sent.postData()?.includes('passkey=%7B') ?? false);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  const sent = new URLSearchParams((await sending).postData() ?? '').get('passkey') ?? '';
  const claims = (await alone.tokens()).claims();
  t.like(claims, { sub: userId, acr: twoFactors });
  t.deepEqual(claims?.['amr'] as unknown, ['pop', 'mfa']);

  // A signature for one sign-in is not valid for another.
  const thief = new TestBrowser(server.issuer);
  const stolen = await thief.open((await buildRequest(await configure(server.issuer, 'demo-web'))).url);
  t.is((await thief.submit(stolen, { passkey: sent })).status, 401);

  await context.clearCookies();
  await setTouched(false);
  const second = await beginSignIn(page);
  await enterPassword(page, email);
  await setTouched(true);
  await picture(t, page, 'passkey-use', page.getByRole('heading', { name: 'Use your passkey' }));
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  t.deepEqual((await second.tokens()).claims()?.['amr'] as unknown, ['pwd', 'pop', 'mfa']);

  await page.goto(`${server.issuer}/account/security`);
  await page.getByRole('button', { name: 'Remove the passkey My laptop' }).click();
  await picture(t, page, 'passkey-remove', page.getByText('This is your last second factor'));
  await page.getByRole('button', { name: 'Remove passkey' }).click();
  await page.getByText('The passkey was removed.').waitFor();
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

browserTest('a passkey that is chosen in the email field signs in, with nothing else pressed', async (t) => {
  const { userId, email } = await addUser(server, 'quinn@example.com');
  const { context, page } = await openDevice();
  await page.goto(`${server.issuer}/account/security`);
  await enterPassword(page, email);
  await addPasskey(t, page, 'My laptop');
  await context.clearCookies();
  const signIn = await beginSignIn(page);
  const claims = (await signIn.tokens()).claims();
  t.like(claims, { sub: userId, acr: twoFactors });
  t.deepEqual(claims?.['amr'] as unknown, ['pop', 'mfa']);
});

browserTest('on a device without the passkey the password and a recovery code open the account', async (t) => {
  const { userId, email } = await addUser(server, 'rosa@example.com');
  const { page } = await openDevice();
  await page.goto(`${server.issuer}/account/security`);
  await enterPassword(page, email);
  const [code = ''] = await addPasskey(t, page, 'My phone');
  const elsewhere = await (await openContext()).newPage();
  const signIn = await beginSignIn(elsewhere);
  await enterPassword(elsewhere, email);
  await elsewhere.getByText('scan the QR code').waitFor();
  await elsewhere.getByText('Use a recovery code instead').click();
  await elsewhere.getByLabel('Recovery code').fill(code);
  await elsewhere.getByRole('button', { name: 'Use recovery code' }).click();
  t.is((await signIn.tokens()).claims()?.sub, userId);
});
