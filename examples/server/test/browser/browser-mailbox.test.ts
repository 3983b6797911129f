import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestDatabase } from '@org/identity-dev-postgres';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import Koa from 'koa';
import { devMailbox } from '../../src/dev-mailbox/dev-mailbox.js';
import { readEnvironment } from '../../src/environment.js';
import { type RunningServer, startServer } from '../../src/start-server.js';
import { browserPath } from '../support/browser.js';
import { browserTest, complaints, openContext } from '../support/browser-tests.js';
import { testSecret } from '../support/demo-database.js';
import { picture } from '../support/pictures.js';
import { freePort } from '../support/server-process.js';
import { call, signIn } from '../support/sign-in.js';

let database: { url: string; drop(): Promise<void> } | undefined;
let server: RunningServer | undefined;
let url = '';
test.before(async () => {
  if (!browserPath) return;
  database = await createTestDatabase({ withDemoData: true });
  const port = String(await freePort());
  url = `http://127.0.0.1:${port}`;
  server = await startServer(
    readEnvironment({
      PORT: port,
      ISSUER: url,
      DATABASE_URL: database.url,
      IDENTITY_SECRET: testSecret,
      LOG_LEVEL: 'silent',
    }),
  );
});
test.after.always(async () => {
  await server?.stop();
  await database?.drop();
});

const acme = '019a0000-0000-7000-8000-0000000000c1';

async function invite(email: string): Promise<void> {
  const { tokens } = await signIn(url, { changes: { tenant: 'acme' } });
  const { status } = await call(url, `/api/tenants/${acme}/invitations`, tokens.access_token, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  if (status !== 201) throw new Error(`The invitation was answered with ${status}.`);
  await until(async () => (await (await fetch(`${url}/dev/mail`)).text()).includes(email));
}

browserTest('the mailbox shows a mail as its recipient sees it, and the link in it opens the invitation', async (t) => {
  await invite('nora@people.test');
  const context = await openContext();
  const page = await context.newPage();
  const found = complaints(page);
  await page.goto(`${url}/dev/mail`);
  await picture(t, page, 'mailbox', page.getByText('nora@people.test'));
  const mail = page.frameLocator('iframe').first();
  const button = mail.getByRole('link', { name: 'Accept' }).first();
  // Its inline styles are not blocked.
  const { height } = (await button.boundingBox()) ?? { height: 0 };
  t.true(height > 40, `${height} pixels high`);
  t.deepEqual(found, []);
  const opened = context.waitForEvent('page');
  // By the keyboard: a click needs the place of the link, which moves with the size of the window.
  await button.press('Enter');
  const invitation = await opened;
  await invitation.waitForLoadState();
  t.regex(invitation.url(), /\/invitations\//u);
  t.is(await invitation.getByRole('heading', { level: 1 }).count(), 1);
});

browserTest('the HTML of a mail fits a narrow window, and the URL in it is a link', async (t) => {
  await invite('narrow@people.test');
  const context = await openContext({ viewport: { width: 320, height: 640 } });
  const page = await context.newPage();
  const html = await (await fetch(`${url}/dev/mail`, { headers: { accept: 'text/html' } })).text();
  await page.goto(url + String(/<iframe src="([^"]+)"/u.exec(html)?.[1]));
  const link = page.getByRole('link', { name: /^http/u });
  t.regex(String(await link.getAttribute('href')), /\/invitations\//u);
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
  t.true(wide <= 320, `${wide} pixels wide`);
  if (process.env['SCREENSHOTS']) await page.screenshot({ path: `${process.env['SCREENSHOTS']}/mail-narrow.png` });
});

browserTest('a script in a mail does not run, neither in the mailbox nor when the mail is opened alone', async (t) => {
  const mailbox = devMailbox();
  const app = new Koa().use(mailbox.middleware({ issuer: 'http://127.0.0.1', brand: { productName: 'Product' } }));
  const hostile = createServer(app.callback());
  await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    hostile.closeAllConnections();
    hostile.close();
  });
  const script = "<script>document.body.textContent = 'it ran'</script>";
  await mailbox.transport.send({
    to: 'ann@people.test',
    subject: script,
    text: script,
    html: `<html><head></head><body><p>Hello</p>${script}<img src="/x" onerror="document.body.textContent = 'it ran'"></body></html>`,
  });
  const origin = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`;
  const page = await (await openContext()).newPage();
  await page.goto(`${origin}/dev/mail`);
  t.is(await page.frameLocator('iframe').getByText('Hello').textContent(), 'Hello');
  t.is(await page.frameLocator('iframe').getByText('it ran', { exact: true }).count(), 0);
  const alone = `${origin}${await page.locator('iframe').getAttribute('src')}`;
  await page.goto(alone);
  t.is(await page.getByText('Hello').textContent(), 'Hello');
  const { headers } = await fetch(alone);
  t.regex(
    String(headers.get('content-security-policy')),
    /^default-src 'none'.*form-action 'none'.*sandbox allow-popups/u,
  );
  t.is((await fetch(`${origin}/dev/mail/2`)).status, 404);
});
