import { randomUUID } from 'node:crypto';
import { TestBrowser } from '@org/identity-testing/test-browser';
import test from 'ava';
import { openAccount, post } from '../support/account-pages.js';
import { buildRequest, configure } from '../support/sign-in.js';
import { addUser } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  const links = { support: 'https://help.example/' };
  server = await startTestServer({ brand: { productName: 'Identity Server', links } });
});
test.after.always(() => server?.stop());

/** The links that look like buttons, by their target. */
const buttonsOf = (html: string) =>
  [...html.matchAll(/<a\b[^>]*>/gu)]
    .filter(([tag]) => tag.includes('class="button'))
    .map(([tag]) => /href="([^"]+)"/u.exec(tag)?.[1]);

const deadLinks: [string, number, string][] = [
  ['/password-reset/unknown', 404, '/password-reset'],
  ['/email-change/unknown', 404, '/account'],
  ['/email-verification/unknown', 404, '/account'],
  ['/invitations/unknown', 404, '/account'],
  ['/interaction/unknown', 400, '/account'],
  ['/account/signed-out', 200, '/account'],
];
for (const [path, status, next] of deadLinks) {
  test(`${path} leads on to ${next} and to the brand's help`, async (t) => {
    const browser = new TestBrowser(server.issuer);
    const page = await browser.open(path);
    t.is(page.status, status);
    t.deepEqual(buttonsOf(page.html), [next, 'https://help.example/']);
    t.is((await browser.open(next)).status, 200);
  });
}

test('the page after asking for a new password sends the mail again, and leads back to the sign-in', async (t) => {
  const { email } = await addUser(server);
  const browser = new TestBrowser(server.issuer);
  const { url } = await buildRequest(await configure(server.issuer, 'demo-web'));
  const signIn = await browser.open(url);
  const asked = await browser.submit(await browser.open(`${signIn.url.pathname}/return?forgot`), { email });
  t.true(buttonsOf(asked.html).includes(signIn.url.pathname));
  const again = await browser.submit(asked, {});
  t.is(again.status, 200);
  t.is(again.html, asked.html);
  t.regex((await server.mailbox.mailTo(email, 2)).text, /\/password-reset\//u);
  const unknown = `${randomUUID()}@people.test`;
  const other = await browser.submit(await browser.open(`${signIn.url.pathname}/return?forgot`), { email: unknown });
  t.is(other.html.replaceAll(unknown, ''), asked.html.replaceAll(email, ''), 'the same without an account');
});

test('a deleted account leads to help', async (t) => {
  const { email } = await addUser(server);
  const { browser, page } = await openAccount(server.issuer, email, { path: '/account/delete' });
  const { location } = await post(browser, page, { password: 'demo-Passphrase-42', confirmation: 'DELETE' });
  t.deepEqual(buttonsOf((await browser.open(String(location))).html), ['https://help.example/']);
});
