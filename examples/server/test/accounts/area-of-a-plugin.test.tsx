import { type Area, IdentityError } from '@org/identity-core';
import type { IdentityPlugin } from '@org/identity-prisma';
import { licensing, tenants, users } from '@org/identity-server';
import { Button, Field, Form } from '@org/identity-ui';
import test from 'ava';
import { openAccount } from '../support/account-pages.js';
import { addUser } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

const colours = new Map<string, string>();

/** An area that the server does not know: users choose a colour. */
const colourArea: Area = {
  place: 'account',
  path: 'colour',
  order: 2,
  texts: {
    en: {
      name: 'Colour',
      title: 'Your colour',
      notices: { chosen: 'Your colour was saved.' },
      refusals: { 'no-such-colour': 'We do not have this colour.' },
    },
    de: { name: 'Farbe', title: 'Ihre Farbe', notices: { chosen: 'Ihre Farbe ist gespeichert.' } },
  },
  draw: async ({ principal, base, hidden }, refused) => (
    <Form action={`${base}/colour`} hidden={{ ...hidden }}>
      <p>Now: {colours.get(principal.userId) ?? 'none'}</p>
      <Field name="colour" label="Colour" error={refused?.['colour']} />
      <Button>Save</Button>
    </Form>
  ),
  errorsOf: ({ code, text }) => (code === 'VALIDATION_FAILED' ? { colour: text } : {}),
  async act({ principal, form }) {
    const { colour = '' } = form;
    if (colour === 'plaid') throw new IdentityError('VALIDATION_FAILED', 'No.', { reason: 'no-such-colour' });
    colours.set(principal.userId, colour);
    return { done: 'chosen' };
  },
};
const closedArea: Area = {
  place: 'account',
  path: 'closed',
  texts: { en: { name: 'Closed', title: 'Closed' }, de: { name: 'Zu', title: 'Zu' } },
  isOpen: () => false,
  draw: () => Promise.resolve('This must not be seen.'),
  act: () => Promise.reject(new Error('This must not happen.')),
};
const orderArea: Area = {
  place: 'account',
  path: 'colour/:name',
  parent: 'colour',
  texts: { en: { name: 'One', title: 'One' }, de: { name: 'Eine', title: 'Eine' } },
  draw: async ({ params }) => ({ heading: `The colour ${params['name']}`, content: 'It is nice.' }),
};
const plugin: IdentityPlugin = { name: 'colours', setup: () => ({ areas: [colourArea, closedArea, orderArea] }) };

let server: TestServer;
test.before(async () => {
  server = await startTestServer({ plugins: [users(), tenants(), licensing(), plugin] });
});
test.after.always(() => server?.stop());

const visit = async (path: string) => openAccount(server.issuer, (await addUser(server)).email, { path });
const navigationOf = (html: string) =>
  [...html.matchAll(/<a href="(\/account[^"]*)"( aria-current="page")?>/gu)].map(([, href, current]) => [
    href,
    current !== undefined,
  ]);

test("an area of a plugin is in the account's navigation, in the order it asks for", async (t) => {
  const { browser, page } = await visit('/account/colour');
  t.is(page.status, 200);
  t.is(page.url.pathname, '/account/colour');
  t.regex(page.html, /<h1>Your colour<\/h1>/u);
  const links = navigationOf(page.html);
  t.deepEqual(
    links.filter(([, current]) => current),
    [['/account/colour', true]],
  );
  const paths = links.map(([path]) => path);
  t.is(paths.indexOf('/account/colour'), paths.indexOf('/account/email') + 1);
  t.true((await browser.open(new URL('/account', server.issuer))).html.includes('href="/account/colour"'));
});

test('its form acts and comes back with the notice of the area', async (t) => {
  const { browser, page } = await visit('/account/colour');
  const done = await browser.submit(page, { colour: 'green' }, '/colour');
  t.is(done.url.search, '?done=chosen');
  t.true(done.html.includes('Your colour was saved.'));
  t.true(done.html.includes('Now: green'));
});

test('a refused form is shown again with the text of the area at its field', async (t) => {
  const { browser, page } = await visit('/account/colour');
  const refused = await browser.submit(page, { colour: 'plaid' }, '/colour');
  t.is(refused.status, 422);
  t.regex(refused.html, /<p[^>]*class="field-error"[^>]*>We do not have this colour\.<\/p>/u);
});

test('an area that is closed to the user is not in the navigation, and its page is not found', async (t) => {
  const { browser, page } = await visit('/account');
  t.false(page.html.includes('/account/closed'));
  const closed = await browser.open(new URL('/account/closed', server.issuer));
  t.is(closed.status, 404);
  t.false(closed.html.includes('This must not be seen.'));
});

test('a page below an area has its own heading and marks its parent in the navigation', async (t) => {
  const { page } = await visit('/account/colour/green');
  t.regex(page.html, /<h1>The colour green<\/h1>/u);
  t.true(navigationOf(page.html).some(([path, current]) => path === '/account/colour' && current));
  t.false(page.html.includes('href="/account/colour/:name"'));
});

test('a form without the token of the session changes nothing', async (t) => {
  const { browser, page } = await visit('/account/colour');
  const forged = {
    ...page,
    html: page.html.replaceAll(/name="formToken" value="[^"]*"/gu, 'name="formToken" value=""'),
  };
  const response = await browser.submit(forged, { colour: 'red' }, '/colour');
  t.is(response.status, 400);
  t.true((await browser.open(new URL('/account/colour', server.issuer))).html.includes('Now: none'));
});
