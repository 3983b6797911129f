import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { demoPassword } from '../../src/demo-data.js';
import { browserPath, launchBrowser } from './browser.js';
import { callback } from './sign-in.js';

/**
 * A test that needs a browser. On a machine without one it is skipped. The tests are serial: on two cores, a browser with many
 * windows would not be faster.
 */
export const browserTest = browserPath ? test.serial : test.serial.skip;

/** Where the flows end: the client's own site, with any query. */
export const atApplication = `${callback}**`;

/** Pages of applications by host and port, for tests that need the page of an application. */
export const sites = new Map<string, string>();

let browser: Browser | undefined;
let application: Server | undefined;
const open: BrowserContext[] = [];

test.before(async () => {
  if (!browserPath) return;
  const site = createServer((request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(sites.get(String(request.headers.host)) ?? '<h1>The application</h1>');
  });
  application = site;
  // On a free port: a navigation to a closed port could still be failing during the next step.
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const { port } = site.address() as AddressInfo;
  const rules = [new URL(callback).host, 'localhost:8080'].map((host) => `MAP ${host} 127.0.0.1:${port}`);
  browser = await launchBrowser([`--host-resolver-rules=${rules.join(',')}`]);
});
test.afterEach.always(async () => {
  await Promise.all(open.splice(0).map((context) => context.close()));
});
test.after.always(async () => {
  await browser?.close();
  application?.close();
});

/** A new, empty browser context. It is closed after the test. */
export async function openContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  if (!browser) throw new Error('There is no browser yet: contexts are opened in tests.');
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    // Colours are measured, so they must not be in transition.
    reducedMotion: 'reduce',
    ...options,
  });
  // Long enough for a busy machine.
  context.setDefaultTimeout(60_000);
  open.push(context);
  return context;
}

/** The URLs and texts of all windows: what a failed test was looking at. */
export async function shownPages(): Promise<string[]> {
  const pages = open.flatMap((context) => context.pages());
  return Promise.all(pages.map(async (page) => `${page.url()}\n${await page.locator('body').textContent()}`));
}

/** A window in a new browser context. */
export async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  return (await openContext(options)).newPage();
}

/** Fills in the sign-in page and sends it. The test waits for the next page itself. */
export async function enterPassword(page: Page, email: string, password = demoPassword): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Collects the errors that the browser reports: blocked styles, failed requests, script errors. */
export function complaints(page: Page): string[] {
  const found: string[] = [];
  page.on('console', (message) => message.type() === 'error' && found.push(message.text()));
  page.on('pageerror', (error) => found.push(error.message));
  return found;
}

/** Opens a page of the server in a new context, and signs in on the way. */
export async function openAs(
  { issuer }: { issuer: string },
  { email, path, options }: { email: string; path: string; options?: BrowserContextOptions | undefined },
): Promise<Page> {
  const page = await openPage(options);
  await page.goto(`${issuer}${path}`);
  await enterPassword(page, email);
  await page.waitForURL(`**${path}`);
  return page;
}

/** Follows a link of the navigation. In a narrow window the menu is opened first. */
export async function goTo(page: Page, navigation: string, name: string): Promise<void> {
  const menu = page.locator('.menu > summary');
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('navigation', { name: navigation }).getByRole('link', { name, exact: true }).click();
}

/** Signs out of the account or of a console. */
export async function signOutOf(page: Page): Promise<void> {
  await page.locator('.person > summary').click();
  await page.locator('.person').getByRole('button').click();
}
