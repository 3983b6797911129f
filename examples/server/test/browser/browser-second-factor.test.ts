import { readFile } from 'node:fs/promises';
import test from 'ava';
import type { Page } from 'playwright-core';
import { browserPath } from '../support/browser.js';
import { atApplication, browserTest, enterPassword, openPage } from '../support/browser-tests.js';
import { picture } from '../support/pictures.js';
import { forgetLastCode, totp, twoFactors } from '../support/second-factor.js';
import { buildRequest, configure, exchange } from '../support/sign-in.js';
import { addUser } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  if (browserPath) server = await startTestServer();
});
test.after.always(() => server?.stop());

/** Comes to the page with the codes; resolves to them. */
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
      // axe-core is a script itself: where there are none, the page is only waited for.
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
