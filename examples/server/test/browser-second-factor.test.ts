import { readFile } from 'node:fs/promises';
import test from 'ava';
import type { Browser } from 'playwright-core';
import { demoPassword } from '../src/demo-data.js';
import { browserPath, launchBrowser } from './support/browser.js';
import { looks, picture } from './support/pictures.js';
import { forgetLastCode, totp, twoFactors } from './support/second-factor.js';
import { buildRequest, configure, exchange } from './support/sign-in.js';
import { addUser } from './support/tenant-api.js';
import { startTestServer, type TestServer } from './support/test-server.js';

// On a machine without a browser every test of this file is listed as skipped, by its name.
const browserTest = browserPath ? test.serial : test.serial.skip;

let server: TestServer;
let browser: Browser;
test.before(async () => {
  if (!browserPath) return;
  server = await startTestServer();
  browser = await launchBrowser();
});
test.after.always(async () => {
  await browser?.close();
  await server?.stop();
});

for (const [look, options] of looks)
  browserTest(`somebody sets up a second factor, and signs in with it the next time (${look})`, async (t) => {
    const { userId, email } = await addUser(server, `olivia@${look}.example.com`);
    // No page needs a script; where they are looked at by axe-core, that one does.
    const first = await (await browser.newContext({ ...options, javaScriptEnabled: look !== 'phone' })).newPage();
    const refused: string[] = [];
    first.on('console', (message) => refused.push(message.text()));
    const config = await configure(server.issuer, 'demo-web');
    const request = await buildRequest(config, { acr_values: twoFactors });
    await first.goto(request.url.href);
    await first.getByLabel('Email').fill(email);
    await first.getByLabel('Password').fill(demoPassword);
    await first.getByRole('button', { name: 'Sign in' }).click();
    await first.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
    await picture(t, first, 'mfa-set-up', look);

    await first.getByRole('button', { name: 'Set up an app' }).click();
    t.true(await first.getByRole('img', { name: 'QR code with the secret' }).isVisible());
    await picture(t, first, 'mfa-enrol', look);
    await first.getByText('Type it in instead').click();
    const secret = ((await first.locator('code.secret').textContent()) ?? '').replaceAll(' ', '');
    await picture(t, first, 'mfa-enrol-typed', look);
    await first.getByLabel('Code', { exact: true }).fill(totp(secret));
    await first.getByRole('button', { name: 'Confirm' }).click();
    await first.getByRole('heading', { name: 'Keep your recovery codes' }).waitFor();
    await picture(t, first, 'mfa-recovery-codes', look);
    const codes = await first.locator('.codes code').allInnerTexts();
    const saving = first.waitForEvent('download');
    await first.getByRole('link', { name: 'Save them as a file' }).click();
    const file = await readFile(await (await saving).path(), 'utf8');
    t.true(codes.length === 10 && codes.every((code) => file.includes(code)));
    // The client's callback is an address where nothing listens.
    const done = first.waitForRequest((sent) => sent.url().startsWith('http://127.0.0.1:8765/callback'));
    await first.getByRole('button', { name: 'I have kept them' }).click();
    t.like((await exchange(request, new URL((await done).url()))).claims(), { sub: userId, acr: twoFactors });
    t.deepEqual(
      refused.filter((text) => text.includes('Content Security Policy')),
      [],
    );

    await forgetLastCode(server, userId);
    const second = await (await browser.newContext({ ...options, javaScriptEnabled: look !== 'phone' })).newPage();
    const again = await buildRequest(config);
    await second.goto(again.url.href);
    await second.getByLabel('Email').fill(email);
    await second.getByLabel('Password').fill(demoPassword);
    await second.getByRole('button', { name: 'Sign in' }).click();
    await second.getByRole('heading', { name: 'Enter your code' }).waitFor();
    await picture(t, second, 'mfa-code', look);
    await second.getByLabel('Code', { exact: true }).fill('000000');
    await second.getByRole('button', { name: 'Continue' }).click();
    await second.getByRole('alert').waitFor();
    await second.getByText('Use a recovery code instead').click();
    await picture(t, second, 'mfa-code-refused', look);
    const signedIn = second.waitForRequest((sent) => sent.url().startsWith('http://127.0.0.1:8765/callback'));
    await second.getByLabel('Recovery code').fill(codes[0] ?? '');
    await second.getByRole('button', { name: 'Use recovery code' }).click();
    t.like((await exchange(again, new URL((await signedIn).url()))).claims(), { sub: userId, acr: twoFactors });
  });
