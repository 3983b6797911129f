import test from 'ava';
import { browserPath } from '../support/browser.js';
import { browserTest, complaints, openPage } from '../support/browser-tests.js';
import { picture } from '../support/pictures.js';
import { buildRequest, configure } from '../support/sign-in.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

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
