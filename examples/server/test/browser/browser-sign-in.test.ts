import { readFile } from 'node:fs/promises';
import { apiScopes } from '@org/identity-core';
import test from 'ava';
import * as client from 'openid-client';
import type { Page } from 'playwright-core';
import { demoPassword } from '../../src/demo-data.js';
import { browserPath } from '../support/browser.js';
import { atApplication, browserTest, complaints, enterPassword, openPage } from '../support/browser-tests.js';
import { picture } from '../support/pictures.js';
import { forgetLastCode, totp, twoFactors } from '../support/second-factor.js';
import { buildRequest, configure, exchange, secretOf } from '../support/sign-in.js';
import { addUser } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { addClient, oidcScopes } from '../support/third-party.js';

let server: TestServer;
test.before(async () => {
  if (browserPath) server = await startTestServer({ hostname: 'localhost' });
});
test.after.always(() => server?.stop());

const signInPage = async () => (await buildRequest(await configure(server.issuer, 'demo-web'))).url.href;

browserTest('a password can be looked at by mouse and keyboard, and is a password again when it is sent', async (t) => {
  const page = await openPage();
  const found = complaints(page);
  await page.goto(await signInPage());
  const field = page.getByLabel('Password', { exact: true });
  const button = page.getByRole('button', { name: 'Show password' });
  t.is(await button.getAttribute('aria-pressed'), 'false');
  await field.fill('a secret');
  await button.click();
  t.deepEqual([await field.getAttribute('type'), await button.getAttribute('aria-pressed')], ['text', 'true']);
  t.is(await field.inputValue(), 'a secret');
  await picture(t, page, 'sign-in-shown-password', button);
  await button.press('Enter');
  t.deepEqual([await field.getAttribute('type'), await button.getAttribute('aria-pressed')], ['password', 'false']);
  await button.click();
  const typeWhenSent = await page.evaluate<string>(`new Promise((resolve) => {
    const field = document.getElementById('field-password');
    field.form.addEventListener('submit', (event) => { event.preventDefault(); resolve(field.type); });
    document.getElementById('field-email').value = 'ann@example.com';
    field.form.requestSubmit();
  })`);
  t.is(typeWhenSent, 'password');
  t.deepEqual(found, []);
});

browserTest('without scripts there is neither the button to show a password nor the one for a passkey', async (t) => {
  const page = await openPage({ javaScriptEnabled: false });
  await page.goto(await signInPage());
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  t.false(await page.getByRole('button', { name: 'Show password' }).isVisible());
  t.false(await page.getByRole('button', { name: 'Use a passkey' }).isVisible());
  t.false(await page.getByText('or', { exact: true }).isVisible());
  t.true(await page.getByRole('button', { name: 'Cancel' }).isVisible());
});

for (const [name, locale, words] of [
  ['consent-all-scopes', 'en-GB', { email: 'Email', password: 'Password', signIn: 'Sign in', allow: 'Allow' }],
  [
    'german-consent-all-scopes',
    'de-DE',
    { email: 'E-Mail-Adresse', password: 'Passwort', signIn: 'Anmelden', allow: 'Erlauben' },
  ],
] as const) {
  browserTest(`the consent page fits its window with all scopes, and can be allowed: ${locale}`, async (t) => {
    const clientId = await addClient(server, { scopes: [...apiScopes()] });
    const { email } = await addUser(server);
    const config = await configure(server.issuer, clientId, client.ClientSecretBasic(secretOf('demo-partner')));
    const scope = [...oidcScopes, ...apiScopes()].join(' ');
    const request = await buildRequest(config, { scope });
    const page = await openPage({ locale });
    const found = complaints(page);
    await page.goto(request.url.href);
    await page.getByLabel(words.email).fill(email);
    await page.getByLabel(words.password, { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: words.signIn, exact: true }).click();
    const allow = page.getByRole('button', { name: words.allow });
    await picture(t, page, name, allow);
    t.is(await page.getByRole('listitem').count(), 16);
    await allow.click();
    await page.waitForURL(atApplication);
    t.deepEqual((await exchange(request, new URL(page.url()))).scope?.split(' ').sort(), scope.split(' ').sort());
    t.deepEqual(found, []);
  });
}

/** Goes on to the page with the recovery codes, and returns them. */
async function enrol(page: Page, seen: (name: string, heading: string) => Promise<void>): Promise<string[]> {
  await seen('mfa-set-up', 'Set up a second factor');
  await page.getByRole('button', { name: 'Set up an app' }).click();
  await page.getByRole('img', { name: 'QR code with the secret' }).waitFor();
  await seen('mfa-enrol', 'Scan this QR code with your app');
  await page.getByText('Enter a key instead').click();
  const secret = ((await page.locator('code.secret').textContent()) ?? '').replaceAll(' ', '');
  await seen('mfa-enrol-typed', 'Scan this QR code with your app');
  await page.getByLabel('Code', { exact: true }).fill(totp(secret));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await seen('mfa-recovery-codes', 'Save your recovery codes');
  return page.locator('.codes code').allInnerTexts();
}

for (const scripts of [true, false])
  browserTest(
    `somebody sets up a second factor, and signs in with it the next time, ${scripts ? 'with' : 'without'} scripts`,
    async (t) => {
      const { userId, email } = await addUser(server, `olivia@${scripts ? 'scripts' : 'quiet'}.example.com`);
      const first = await openPage({ javaScriptEnabled: scripts });
      // axe-core is a script. Without JavaScript, the test only waits for the page.
      const seenOn = (page: Page) => (name: string, heading: string) => {
        const shown = page.getByRole('heading', { name: heading });
        return scripts ? picture(t, page, name, shown) : shown.waitFor();
      };
      const refused: string[] = [];
      first.on('console', (message) => refused.push(message.text()));
      const config = await configure(server.issuer, 'demo-web');
      const request = await buildRequest(config, { acr_values: twoFactors });
      await first.goto(request.url.href);
      await enterPassword(first, email);
      const codes = await enrol(first, seenOn(first));
      const saving = first.waitForEvent('download');
      await first.getByRole('link', { name: 'Download codes' }).click();
      const file = await readFile(await (await saving).path(), 'utf8');
      t.true(codes.length === 10 && codes.every((code) => file.includes(code)));
      await first.getByRole('button', { name: 'I have saved my codes' }).click();
      await first.waitForURL(atApplication);
      t.like((await exchange(request, new URL(first.url()))).claims(), { sub: userId, acr: twoFactors });
      t.deepEqual(
        refused.filter((text) => text.includes('Content Security Policy')),
        [],
      );

      await forgetLastCode(server, userId);
      const second = await openPage({ javaScriptEnabled: scripts });
      const again = await buildRequest(config);
      await second.goto(again.url.href);
      await enterPassword(second, email);
      await seenOn(second)('mfa-code', 'Enter your code');
      await second.getByLabel('Code', { exact: true }).fill('000000');
      await second.getByRole('button', { name: 'Continue' }).click();
      await second.locator('.field-error').waitFor();
      await second.getByText('Use a recovery code instead').click();
      await seenOn(second)('mfa-code-refused', 'Enter your code');
      await second.getByLabel('Recovery code').fill(codes[0] ?? '');
      await second.getByRole('button', { name: 'Use recovery code' }).click();
      await second.waitForURL(atApplication);
      t.like((await exchange(again, new URL(second.url()))).claims(), { sub: userId, acr: twoFactors });
    },
  );
