import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { tenants, users } from '@org/identity-server';
import test from 'ava';
import type { Page } from 'playwright-core';
import { demoPassword } from '../../src/demo-data.js';
import { browserPath } from '../support/browser.js';
import {
  atApplication,
  browserTest,
  complaints,
  enterPassword as enter,
  openContext,
  openPage,
  sites,
} from '../support/browser-tests.js';
import { picture } from '../support/pictures.js';
import { buildRequest, call, configure, exchange } from '../support/sign-in.js';
import { addUser, freshTenant } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  if (browserPath) server = await startTestServer();
});
test.after.always(() => server?.stop());

async function begin(page: Page, clientId: string, changes: Record<string, string> = {}) {
  const request = await buildRequest(await configure(server.issuer, clientId), changes);
  await page.goto(request.url.href);
  return request;
}

browserTest('a person signs in on the real page with scripts switched off', async (t) => {
  const page = await openPage({ javaScriptEnabled: false });
  const found = complaints(page);
  const request = await begin(page, 'demo-web');
  t.is(await page.title(), 'Sign in · Identity Server');
  t.true(await page.getByText('Demo Web').isVisible());
  await enter(page, 'owner@acme.test');
  await page.waitForURL(atApplication);
  t.truthy((await exchange(request, new URL(page.url()))).access_token);
  t.deepEqual(found, []);
});

browserTest('the keyboard alone is enough', async (t) => {
  const page = await openPage();
  const request = await begin(page, 'demo-web');
  // The browser focuses the first field a moment after the page is loaded.
  await page.locator('input[name=email]:focus').waitFor();
  await page.keyboard.type('owner@acme.test');
  await page.keyboard.press('Tab');
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Enter');
  await page.waitForURL(atApplication);
  t.truthy((await exchange(request, new URL(page.url()))).access_token);
});

browserTest('a wrong password says what to do, and the right one then goes on', async (t) => {
  const page = await openPage();
  await begin(page, 'demo-web', { login_hint: 'admin@acme.test' });
  t.is(await page.getByLabel('Email').inputValue(), 'admin@acme.test');
  await enter(page, 'admin@acme.test', 'wrong');
  t.regex(String(await page.getByRole('alert').textContent()), /do not match/u);
  t.is(await page.getByLabel('Email').inputValue(), 'admin@acme.test');
  await enter(page, 'admin@acme.test');
  await page.waitForURL(atApplication);
  t.pass();
});

browserTest('the back button after a sign-in ends on a page that says what to do', async (t) => {
  const page = await openPage();
  await begin(page, 'demo-web');
  const signInUrl = page.url();
  await enter(page, 'owner@acme.test');
  await page.waitForURL(atApplication);
  await page.goto(signInUrl);
  t.true(await page.getByRole('heading', { name: 'This sign-in has expired' }).isVisible());
  t.true(await page.getByText('sign in again').isVisible());
});

browserTest('two tabs can both be finished', async (t) => {
  const context = await openContext();
  const [first, second] = [await context.newPage(), await context.newPage()];
  await begin(first, 'demo-web');
  await begin(second, 'demo-spa');
  await enter(second, 'owner@acme.test');
  await second.waitForURL(atApplication);
  await enter(first, 'owner@acme.test');
  await first.waitForURL(atApplication);
  t.pass();
});

browserTest('a browser whose session is ended from another one is asked to sign in, the other is not', async (t) => {
  const { email } = await addUser(server);
  const [here, there] = [await openPage(), await openPage()];
  const requests = [];
  for (const page of [here, there]) {
    requests.push(await begin(page, 'demo-web'));
    await enter(page, email);
    await page.waitForURL(atApplication);
  }
  const [request] = requests;
  if (!request) throw new Error('There is no request.');
  const { access_token: token } = await exchange(request, new URL(here.url()));
  const { body } = await call(server.issuer, '/api/users/me/sessions', token);
  const other = (body['sessions'] as { id: string; isCurrent: boolean }[]).find(({ isCurrent }) => !isCurrent);
  const ended = await call(server.issuer, `/api/users/me/sessions/${other?.id}`, token, { method: 'DELETE' });
  t.is(ended.status, 200);

  await begin(there, 'demo-web');
  t.true(await there.getByLabel('Password').isVisible());
  await begin(here, 'demo-web');
  await here.waitForURL(atApplication);
  await enter(there, email);
  await there.waitForURL(atApplication);
  t.pass();
});

browserTest('choosing a tenant, allowing a client and signing out work by clicking', async (t) => {
  const page = await openPage({ javaScriptEnabled: false });
  const request = await begin(page, 'demo-partner');
  await enter(page, 'owner@globex.test');
  await page.getByRole('button', { name: /Globex Corp/u }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(atApplication);
  t.is((await exchange(request, new URL(page.url()))).claims()?.['tenant_slug'] as unknown, 'globex');
  await page.goto(`${server.issuer}/api/oauth/logout`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
});

browserTest('the first app of the documentation signs somebody in and out', async (t) => {
  const file = fileURLToPath(new URL('../../../../spa/index.html', import.meta.url));
  const html = await readFile(file, 'utf8');
  sites.set('localhost:8080', html.replace('http://localhost:3000', server.issuer));
  const page = await openPage();
  const found = complaints(page);
  await page.goto('http://localhost:8080/');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await enter(page, 'owner@acme.test');
  await page.getByText('You are Olivia Owner (owner@acme.test).').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('http://localhost:8080/logged-out');
  await page.getByText('You are not signed in.').waitFor();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Password').waitFor();
  t.deepEqual(found, []);
});

browserTest('every page fits its window and has one heading, by day, by night and on a phone', async (t) => {
  const page = await openPage();
  const found = complaints(page);
  await server.identity.db.consent.deleteMany();
  await begin(page, 'demo-partner');
  await picture(t, page, 'sign-in', page.getByLabel('Password'));
  await enter(page, 'owner@globex.test', 'wrong password');
  await picture(t, page, 'sign-in-refused', page.getByRole('alert'));
  await enter(page, 'owner@globex.test');
  await picture(t, page, 'choose-tenant', page.getByRole('button', { name: /Acme/u }));
  await page.getByRole('button', { name: /Acme/u }).click();
  await picture(t, page, 'consent', page.getByRole('button', { name: 'Allow' }));
  await page.goto(`${server.issuer}/api/oauth/logout`);
  await picture(t, page, 'logout', page.getByRole('button', { name: 'Sign out' }));
  await page.getByRole('button', { name: 'Sign out' }).click();
  await picture(t, page, 'logged-out', page.getByRole('heading', { name: 'You are signed out' }));
  await page.goto(`${server.issuer}/oauth/authorize?client_id=nobody`);
  await picture(t, page, 'error', page.getByRole('heading', { level: 1 }));
  await page.goto(`${server.issuer}/docs`);
  await picture(t, page, 'api-reference', page.getByText('/api/users/me').first());
  // The browser reports 401 for the wrong password and 400 for the unknown client.
  t.deepEqual(
    found.filter((text) => !/status of 40[01]/u.test(text)),
    [],
  );
});

const logo = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path d="M8 52 32 10l24 42z" fill="none" stroke="#7a4fc9" stroke-width="9" stroke-linejoin="round"/></svg>')}`;

browserTest('in German the longer words fit, from the sign-in over the consent to the account', async (t) => {
  const { email } = await addUser(server);
  const page = await openPage({ locale: 'de-DE' });
  const found = complaints(page);
  const request = await begin(page, 'demo-partner');
  await picture(t, page, 'german-sign-in', page.getByRole('heading', { name: 'Anmelden' }));
  t.is(await page.title(), 'Anmelden · Identity Server');
  await page.getByLabel('E-Mail-Adresse').fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  const allow = page.getByRole('button', { name: 'Erlauben' });
  await picture(t, page, 'german-consent', allow);
  t.is(await page.locator('html').getAttribute('lang'), 'de');
  await allow.click();
  await page.waitForURL(atApplication);
  t.truthy((await exchange(request, new URL(page.url()))).access_token);
  await page.goto(`${server.issuer}/account/security`);
  await picture(t, page, 'german-account', page.getByRole('heading', { name: 'Zweiter Faktor' }));
  t.deepEqual(found, []);
});

browserTest('a product and a tenant have a look of their own, which no policy of the page blocks', async (t) => {
  const links = {
    homepage: 'https://example.com',
    support: 'https://example.com/help',
    privacy: 'https://example.com/p',
  };
  const brand = {
    productName: 'Northwind',
    logo: { url: logo, alt: 'Northwind' },
    accent: { light: '#5b2a9d' },
    links,
  };
  const own = await startTestServer({ brand, plugins: [users({ signInLimits: { triesPerAddress: 1 } }), tenants()] });
  t.teardown(() => own.stop());
  const { slug, id } = await freshTenant(own);
  const settings = { brand: { name: 'Acme Bank', accentColor: '#9d1c4a' } };
  await own.identity.db.tenant.update({ where: { id }, data: { settings } });
  const open = async (page: Page, changes = {}) =>
    page.goto((await buildRequest(await configure(own.issuer, 'demo-web'), changes)).url.href);
  const accentOf = (page: Page) =>
    page.evaluate<string>("getComputedStyle(document.querySelector('.button-primary')).backgroundColor");
  const page = await openPage();
  const found = complaints(page);
  await open(page);
  t.is(await accentOf(page), 'rgb(91, 42, 157)');
  await page.emulateMedia({ colorScheme: 'dark' });
  t.is(await accentOf(page), 'rgb(165, 138, 201)');
  t.true(await page.getByAltText('Northwind').isVisible());
  t.true(await page.getByRole('link', { name: 'Privacy' }).isVisible());
  await picture(t, page, 'look-product', page.getByLabel('Password'));
  await open(page, { tenant: slug });
  t.not(await accentOf(page), 'rgb(91, 42, 157)');
  await picture(t, page, 'look-tenant', page.getByText('Acme Bank'));
  await enter(page, 'nobody@acme.test', 'wrong');
  await page.getByRole('alert').waitFor();
  // Only the first attempt is allowed.
  await enter(page, 'somebody@acme.test', 'wrong');
  await picture(t, page, 'rate-limited', page.getByRole('heading', { name: 'Too many attempts' }));
  t.deepEqual(
    found.filter((text) => !/status of (?:401|429)/u.test(text)),
    [],
  );
});

browserTest(
  'background, corners, font and favicon of a product apply by day and by night, on pages and sections',
  async (t) => {
    const brand = {
      productName: 'Northwind',
      logo: { url: logo, alt: 'Northwind' },
      accent: { light: '#5b2a9d' },
      background: { light: '#f5f0fb', dark: '#14101c' },
      favicon: logo,
      radius: 20,
      font: 'Georgia, "Liberation Serif", serif',
      poweredBy: false,
    };
    const own = await startTestServer({ brand });
    t.teardown(() => own.stop());
    const page = await openPage();
    const found = complaints(page);
    await page.goto(`${own.issuer}/account`);
    const styleOf = (selector: string, property: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).${property}`);
    t.is(await styleOf('body', 'backgroundColor'), 'rgb(245, 240, 251)');
    t.is(await styleOf('.button', 'borderRadius'), '20px');
    t.is(await styleOf('main', 'borderRadius'), '35px');
    t.regex(await styleOf('body', 'fontFamily'), /^Georgia/u);
    await page.emulateMedia({ colorScheme: 'dark' });
    t.is(await styleOf('body', 'backgroundColor'), 'rgb(20, 16, 28)');
    t.is(await page.locator('link[rel=icon]').getAttribute('href'), logo);
    t.is(await page.getByText('Sign-in and accounts by').count(), 0);
    await picture(t, page, 'look-background', page.getByLabel('Password'));
    await enter(page, 'owner@acme.test');
    await picture(t, page, 'look-background-account', page.locator('main').getByText('owner@acme.test'));
    await page.goto(`${own.issuer}/nothing`);
    await picture(t, page, 'look-background-not-found', page.getByText('not_found'));
    t.deepEqual(
      found.filter((text) => !/status of 404/u.test(text)),
      [],
    );
  },
);
