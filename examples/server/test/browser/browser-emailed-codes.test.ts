import { licensing, tenants, users, webhooks } from '@org/identity-server';
import test from 'ava';
import type { Page } from 'playwright-core';
import { browserPath } from '../support/browser.js';
import { atApplication, browserTest, complaints, openPage } from '../support/browser-tests.js';
import { picture } from '../support/pictures.js';
import { buildRequest, configure } from '../support/sign-in.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  const codes = users({ emailCodes: true, passwordSignIn: false, registration: 'open' });
  const plugins = [codes, tenants(), licensing(), webhooks()];
  if (browserPath) server = await startTestServer({ hostname: 'localhost', plugins });
});
test.after.always(() => server?.stop());

async function begin(page: Page): Promise<void> {
  const { url } = await buildRequest(await configure(server.issuer, 'demo-web'));
  await page.goto(url.href);
}

async function codeTo(email: string, count = 1): Promise<string> {
  const { subject } = await server.mailbox.mailTo(email, count);
  return String(/\d{6}/u.exec(subject)?.[0]);
}

browserTest('without passwords, a code creates the account and signs in again, without scripts too', async (t) => {
  const page = await openPage();
  const found = complaints(page);
  await begin(page);
  t.is(await page.getByLabel('Password').count(), 0);
  const send = page.getByRole('button', { name: 'Email me a code' });
  await picture(t, page, 'sign-in-by-code', send);
  await page.getByLabel('Email').fill('ada@codes.test');
  await send.click();
  const code = page.getByLabel('Code from the email');
  await picture(t, page, 'emailed-code', code);
  t.deepEqual(
    [await code.getAttribute('autocomplete'), await code.getAttribute('inputmode')],
    ['one-time-code', 'numeric'],
  );
  await code.fill(await codeTo('ada@codes.test'));
  await code.press('Enter');
  const create = page.getByRole('button', { name: 'Create account and continue' });
  await picture(t, page, 'emailed-code-name', create);
  await create.click();
  await page.waitForURL(atApplication);
  t.deepEqual(found, []);

  const plain = await openPage({ javaScriptEnabled: false });
  await begin(plain);
  await plain.getByLabel('Email').fill('ada@codes.test');
  await plain.getByRole('button', { name: 'Email me a code' }).click();
  await plain.getByLabel('Code from the email').fill(await codeTo('ada@codes.test', 2));
  await plain.getByRole('button', { name: 'Continue' }).click();
  await plain.waitForURL(atApplication);
});

browserTest('a wrong code is named at its field, and the pages are in German', async (t) => {
  const page = await openPage({ locale: 'de-DE' });
  await begin(page);
  await page.getByLabel('E-Mail').fill('bert@codes.test');
  await page.getByRole('button', { name: 'Code per E-Mail senden' }).click();
  const code = page.getByLabel('Code aus der E-Mail');
  const right = Number(await codeTo('bert@codes.test'));
  await code.fill(String((right + 1) % 1_000_000).padStart(6, '0'));
  await page.getByRole('button', { name: 'Weiter' }).click();
  const named = page.getByText('Dieser Code stimmt nicht.').first();
  await picture(t, page, 'german-emailed-code-wrong', named);
  t.is(await code.getAttribute('aria-invalid'), 'true');
});
