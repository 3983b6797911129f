import test from 'ava';
import { browserPath } from '../support/browser.js';
import { browserTest, openPage } from '../support/browser-tests.js';
import { callback, signIn } from '../support/sign-in.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  if (browserPath) server = await startTestServer();
});
test.after.always(() => server?.stop());

browserTest('an app at another origin may send every method, and read the id of its request', async (t) => {
  const { tokens } = await signIn(server.issuer, { clientId: 'demo-spa' });
  const mails = `${server.issuer}/api/tenants/019a0000-0000-7000-8000-0000000000c1/license-mails`;
  const page = await openPage();
  await page.goto(callback);
  const sendFrom = (method: string, url: string, body?: string) =>
    page.evaluate(
      async ({ method, url, body, token }) => {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
        const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
        return { status: response.status, id: response.headers.get('x-request-id') };
      },
      { method, url, body, token: tokens.access_token },
    );
  const put = await sendFrom('PUT', mails, '{"muted":["reclaim"]}');
  t.is(put.status, 200);
  t.truthy(put.id);
  // An error can be read like any other response.
  t.is((await sendFrom('DELETE', mails)).status, 405);
  t.is((await sendFrom('PATCH', mails, '{}')).status, 405);
});
