import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tenants, users } from '@org/identity-server';
import test from 'ava';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { demoPassword } from '../src/demo-data.js';
import { browserPath, launchBrowser } from './support/browser.js';
import { looks, picture } from './support/pictures.js';
import { buildRequest, call, configure, exchange } from './support/sign-in.js';
import { addUser, freshTenant } from './support/tenant-api.js';
import { startTestServer, type TestServer } from './support/test-server.js';

// On a machine without a browser every test of this file is listed as skipped, by its name. One after the
// other, since a browser with many windows on two cores only waits for itself.
const browserTest = browserPath ? test.serial : test.serial.skip;

let server: TestServer;
let browser: Browser;
let application: Server;
test.before(async () => {
  if (!browserPath) return;
  server = await startTestServer();
  // The client's own site, where the flows end, on whichever port is free.
  application = createServer((_request, response) => response.end('<h1>The application</h1>'));
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
  const { port } = application.address() as AddressInfo;
  browser = await launchBrowser([`--host-resolver-rules=MAP 127.0.0.1:8765 127.0.0.1:${port}`]);
});
test.after.always(async () => {
  await browser?.close();
  application?.close();
  await server?.stop();
});

async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options);
  return context.newPage();
}

async function begin(page: Page, clientId: string, changes: Record<string, string> = {}) {
  const request = await buildRequest(await configure(server.issuer, clientId), changes);
  await page.goto(request.url.href);
  return request;
}

async function enter(page: Page, email: string, password = demoPassword): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** What the browser itself found wrong: blocked styles, failed requests, script errors. */
function complaints(page: Page): string[] {
  const found: string[] = [];
  page.on('console', (message) => message.type() === 'error' && found.push(message.text()));
  page.on('pageerror', (error) => found.push(error.message));
  return found;
}

browserTest('a person signs in on the real page with scripts switched off', async (t) => {
  const page = await openPage({ javaScriptEnabled: false });
  const found = complaints(page);
  const request = await begin(page, 'demo-web');
  t.is(await page.title(), 'Sign in · Identity Server');
  t.true(await page.getByText('Demo Web').isVisible());
  await enter(page, 'owner@acme.test');
  await page.waitForURL('http://127.0.0.1:8765/callback**');
  t.truthy((await exchange(request, new URL(page.url()))).access_token);
  t.deepEqual(found, []);
});

browserTest('the keyboard alone is enough', async (t) => {
  const page = await openPage();
  const request = await begin(page, 'demo-web');
  // The cursor goes to the first field by itself, a moment after the page is loaded.
  await page.locator('input[name=email]:focus').waitFor();
  await page.keyboard.type('owner@acme.test');
  await page.keyboard.press('Tab');
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Enter');
  await page.waitForURL('http://127.0.0.1:8765/callback**');
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
  await page.waitForURL('http://127.0.0.1:8765/callback**');
  t.pass();
});

browserTest('the back button after a sign-in ends on a page that says what to do', async (t) => {
  const page = await openPage();
  await begin(page, 'demo-web');
  const signInUrl = page.url();
  await enter(page, 'owner@acme.test');
  await page.waitForURL('http://127.0.0.1:8765/callback**');
  await page.goto(signInUrl);
  t.true(await page.getByRole('heading', { name: 'This sign-in has expired' }).isVisible());
  t.true(await page.getByText('sign in again').isVisible());
});

browserTest('two tabs can both be finished', async (t) => {
  const context = await browser.newContext();
  const [first, second] = [await context.newPage(), await context.newPage()];
  await begin(first, 'demo-web');
  await begin(second, 'demo-spa');
  await enter(second, 'owner@acme.test');
  await second.waitForURL('http://127.0.0.1:8765/callback**');
  await enter(first, 'owner@acme.test');
  await first.waitForURL('http://127.0.0.1:8765/callback**');
  t.pass();
});

browserTest('a browser whose session is ended from another one is asked to sign in, the other is not', async (t) => {
  const { email } = await addUser(server);
  const [here, there] = [await openPage(), await openPage()];
  const atCallback = 'http://127.0.0.1:8765/callback**';
  const requests = [];
  for (const page of [here, there]) {
    requests.push(await begin(page, 'demo-web'));
    await enter(page, email);
    await page.waitForURL(atCallback);
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
  await here.waitForURL(atCallback);
  await enter(there, email);
  await there.waitForURL(atCallback);
  t.pass();
});

browserTest('choosing a tenant, allowing a client and signing out work by clicking', async (t) => {
  const page = await openPage({ javaScriptEnabled: false });
  const request = await begin(page, 'demo-partner');
  await enter(page, 'owner@globex.test');
  await page.getByRole('button', { name: /Globex Corp/u }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL('http://127.0.0.1:8765/callback**');
  t.is((await exchange(request, new URL(page.url()))).claims()?.['tenant_slug'] as unknown, 'globex');
  await page.goto(`${server.issuer}/api/oauth/logout`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  t.true(await page.getByRole('heading', { name: 'You are signed out' }).isVisible());
});

for (const [look, options] of looks) {
  browserTest(`every page fits its window and has one heading (${look})`, async (t) => {
    const page = await openPage(options);
    const found = complaints(page);
    await server.identity.db.consent.deleteMany();
    await begin(page, 'demo-partner');
    await picture(t, page, 'sign-in', look);
    await enter(page, 'owner@globex.test', 'wrong password');
    await picture(t, page, 'sign-in-refused', look);
    await enter(page, 'owner@globex.test');
    await picture(t, page, 'choose-tenant', look);
    await page.getByRole('button', { name: /Acme/u }).click();
    await page.getByRole('button', { name: 'Allow' }).waitFor();
    await picture(t, page, 'consent', look);
    await page.goto(`${server.issuer}/api/oauth/logout`);
    await picture(t, page, 'logout', look);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await picture(t, page, 'logged-out', look);
    await page.goto(`${server.issuer}/oauth/authorize?client_id=nobody`);
    await picture(t, page, 'error', look);
    // The wrong password and the unknown client are answered with 401 and 400, which the browser notes.
    t.deepEqual(
      found.filter((text) => !/status of 40[01]/u.test(text)),
      [],
    );
  });
}

const logo = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path d="M8 52 32 10l24 42z" fill="none" stroke="#7a4fc9" stroke-width="9" stroke-linejoin="round"/></svg>')}`;

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
  for (const [look, options] of looks) {
    const page = await openPage(options);
    const found = complaints(page);
    await open(page);
    t.is(await accentOf(page), look === 'dark' ? 'rgb(165, 138, 201)' : 'rgb(91, 42, 157)');
    t.true(await page.getByAltText('Northwind').isVisible());
    t.true(await page.getByRole('link', { name: 'Privacy' }).isVisible());
    await picture(t, page, 'look-product', look);
    await open(page, { tenant: slug });
    t.not(await accentOf(page), look === 'dark' ? 'rgb(165, 138, 201)' : 'rgb(91, 42, 157)');
    t.true(await page.getByText('Acme Bank').isVisible());
    await picture(t, page, 'look-tenant', look);
    // One try is free; it was made in the first look.
    if (look === 'light') await enter(page, 'nobody@acme.test', 'wrong');
    await enter(page, 'somebody@acme.test', 'wrong');
    t.true(await page.getByRole('heading', { name: 'Too many tries' }).isVisible());
    await picture(t, page, 'rate-limited', look);
    t.deepEqual(
      found.filter((text) => !/status of (?:401|429)/u.test(text)),
      [],
    );
  }
});
