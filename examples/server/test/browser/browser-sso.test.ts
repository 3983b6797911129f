import { google, tenants, users } from '@org/identity-server';
import test from 'ava';
import { demoPassword } from '../../src/demo-data.js';
import { browserPath } from '../support/browser.js';
import { atApplication, browserTest, openPage } from '../support/browser-tests.js';
import { picture } from '../support/pictures.js';
import { buildRequest, configure, exchange } from '../support/sign-in.js';
import { addUser } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { startUpstream, type Upstream } from '../support/upstream.js';

let server: TestServer;
let upstream: Upstream;
test.before(async () => {
  if (!browserPath) return;
  upstream = await startUpstream();
  const other = { ...google(upstream), id: 'MICROSOFT', name: 'Microsoft', issuer: 'http://127.0.0.1:9' };
  server = await startTestServer({ plugins: [users({ sso: [google(upstream), other] }), tenants()] });
  upstream.serve([`${server.issuer}/sso/google/callback`]);
});
test.after.always(async () => {
  await server?.stop();
  await upstream?.stop();
});

browserTest('somebody signs in with another provider, and proves once that the account is theirs', async (t) => {
  const { userId, email } = await addUser(server, 'olivia@example.com');
  upstream.receive({ sub: 'olivia', email, email_verified: true, name: 'Olivia' });
  const page = await openPage();
  const request = await buildRequest(await configure(server.issuer, 'demo-web'));
  await page.goto(request.url.href);
  await picture(t, page, 'sso-sign-in', page.getByLabel('Password'));

  await page.getByRole('button', { name: 'Continue with Microsoft' }).click();
  await picture(t, page, 'sso-failed', page.getByText('Microsoft cannot be reached'));
  await page.getByRole('link', { name: 'Back to sign-in' }).click();

  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await picture(t, page, 'sso-prove', page.getByRole('heading', { name: 'Is this your email address?' }));
  await page.getByRole('button', { name: 'Get an email instead' }).click();
  await picture(t, page, 'sso-mail', page.getByRole('heading', { name: 'Check your email' }));
  const { text } = await server.mailbox.mailTo(email);
  await page.goto(/http\S+return\?\S+/u.exec(text)?.[0] ?? '');
  await picture(t, page, 'sso-confirm', page.getByRole('button', { name: 'Continue' }));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(atApplication);
  t.is((await exchange(request, new URL(page.url()))).claims()?.sub, userId);
});

browserTest('a wrong password at the proof says so, and the right one signs in', async (t) => {
  const { userId, email } = await addUser(server, 'paul@sso.test');
  upstream.receive({ sub: 'paul', email, email_verified: true });
  const page = await openPage();
  const request = await buildRequest(await configure(server.issuer, 'demo-web'));
  await page.goto(request.url.href);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByLabel('Password of your account here').fill('not the password');
  await page.getByRole('button', { name: 'Sign in and link Google' }).click();
  await page.locator('.field-error').waitFor();
  await page.getByLabel('Password of your account here').fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in and link Google' }).click();
  await page.waitForURL(atApplication);
  t.is((await exchange(request, new URL(page.url()))).claims()?.sub, userId);
});
