import { google, tenants, users } from '@org/identity-server';
import test from 'ava';
import type { Browser } from 'playwright-core';
import { demoPassword } from '../src/demo-data.js';
import { browserPath, launchBrowser } from './support/browser.js';
import { looks, picture } from './support/pictures.js';
import { buildRequest, configure, exchange } from './support/sign-in.js';
import { addUser } from './support/tenant-api.js';
import { startTestServer, type TestServer } from './support/test-server.js';
import { startUpstream, type Upstream } from './support/upstream.js';

// On a machine without a browser every test of this file is listed as skipped, by its name.
const browserTest = browserPath ? test.serial : test.serial.skip;

let server: TestServer;
let upstream: Upstream;
let browser: Browser;
test.before(async () => {
  if (!browserPath) return;
  upstream = await startUpstream();
  const other = { ...google(upstream), id: 'MICROSOFT', name: 'Microsoft', issuer: 'http://127.0.0.1:9' };
  server = await startTestServer({ plugins: [users({ sso: [google(upstream), other] }), tenants()] });
  upstream.serve([`${server.issuer}/sso/google/callback`]);
  browser = await launchBrowser();
});
test.after.always(async () => {
  await browser?.close();
  await server?.stop();
  await upstream?.stop();
});

for (const [look, options] of looks)
  browserTest(
    `somebody signs in with another provider, and proves once that the account is theirs (${look})`,
    async (t) => {
      const { userId, email } = await addUser(server, `olivia@${look}.example.com`);
      upstream.receive({ sub: `olivia-${look}`, email, email_verified: true, name: 'Olivia' });
      const page = await (await browser.newContext(options)).newPage();
      const request = await buildRequest(await configure(server.issuer, 'demo-web'));
      await page.goto(request.url.href);
      await picture(t, page, 'sso-sign-in', look);

      await page.getByRole('button', { name: 'Continue with Microsoft' }).click();
      t.true(await page.getByText('Microsoft cannot be reached').isVisible());
      await picture(t, page, 'sso-failed', look);
      await page.getByRole('link', { name: 'Back to the sign-in' }).click();

      await page.getByRole('button', { name: 'Continue with Google' }).click();
      await page.getByRole('heading', { name: 'Is this address yours?' }).waitFor();
      await picture(t, page, 'sso-prove', look);
      await page.getByRole('button', { name: 'Get a mail instead' }).click();
      await page.getByRole('heading', { name: 'Look into your mail' }).waitFor();
      await picture(t, page, 'sso-mail', look);
      const { text } = await server.mailbox.mailTo(email);
      await page.goto(/http\S+return\?\S+/u.exec(text)?.[0] ?? '');
      await picture(t, page, 'sso-confirm', look);
      // The client's callback is an address where nothing listens.
      const done = page.waitForRequest((sent) => sent.url().startsWith('http://127.0.0.1:8765/callback'));
      await page.getByRole('button', { name: 'Go on' }).click();
      const tokens = await exchange(request, new URL((await done).url()));
      t.is(tokens.claims()?.sub, userId);
    },
  );

browserTest('a wrong password at the proof says so, and the right one signs in', async (t) => {
  const { userId, email } = await addUser(server, 'paul@sso.test');
  upstream.receive({ sub: 'paul', email, email_verified: true });
  const page = await (await browser.newContext()).newPage();
  const request = await buildRequest(await configure(server.issuer, 'demo-web'));
  await page.goto(request.url.href);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByLabel('Password of your account here').fill('not the password');
  await page.getByRole('button', { name: 'Sign in and link Google' }).click();
  t.true(await page.getByRole('alert').isVisible());
  await page.getByLabel('Password of your account here').fill(demoPassword);
  const done = page.waitForRequest((sent) => sent.url().startsWith('http://127.0.0.1:8765/callback'));
  await page.getByRole('button', { name: 'Sign in and link Google' }).click();
  t.is((await exchange(request, new URL((await done).url()))).claims()?.sub, userId);
});
