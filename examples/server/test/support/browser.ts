import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const candidates = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser of this machine, if it has one. */
export const browserPath = candidates.find((path) => existsSync(path));

/** Starts the machine's Chromium without a window and without its calls home. */
export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  if (!browserPath) throw new Error('This machine has no browser.');
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];
  return chromium.launch({
    executablePath: browserPath,
    args: ['--headless', '--no-sandbox', '--disable-gpu', ...quiet, ...more],
  });
}
