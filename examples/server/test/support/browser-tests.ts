import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { demoPassword } from '../../src/demo-data.js';
import { browserPath, launchBrowser } from './browser.js';
import { callback } from './sign-in.js';

/**
 * A test that needs a browser. On a machine without one it is listed as skipped, by its name. One after the other,
 * since a browser with many windows on two cores only waits for itself.
 */
export const browserTest = browserPath ? test.serial : test.serial.skip;

/** Where the flows end: the client's own site, with whatever it was sent. */
export const atApplication = `${callback}**`;

/** Pages of applications by their host and port, for tests that need more of one than its address. */
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
  // On whichever port is free: a navigation to where nothing listens would still be failing during the next step.
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

/** Somebody's browser, with nothing in it yet; closed after the test. */
export async function openContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  if (!browser) throw new Error('There is no browser yet: contexts are opened in tests.');
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    // A colour is looked at as it is, not on its way there.
    reducedMotion: 'reduce',
    ...options,
  });
  // A busy machine takes its time; whatever never comes still fails.
  context.setDefaultTimeout(60_000);
  open.push(context);
  return context;
}

/** A window in a browser of its own. */
export async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  return (await openContext(options)).newPage();
}

/** Fills in the sign-in page and sends it; what comes then is for the test to wait for. */
export async function enterPassword(page: Page, email: string, password = demoPassword): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** What the browser itself found wrong: blocked styles, failed requests, script errors. */
export function complaints(page: Page): string[] {
  const found: string[] = [];
  page.on('console', (message) => message.type() === 'error' && found.push(message.text()));
  page.on('pageerror', (error) => found.push(error.message));
  return found;
}
