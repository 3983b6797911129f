import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const candidates = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser of this machine, if it has one. */
export const browserPath = candidates.find((path) => existsSync(path));

// Chromium loads these pages below the address bar of every window, even if the bar is not shown. They need as
// much CPU as the page under test.
const addressBarPages = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];
// Chromium uses only the last `--disable-features`, so ours repeats the list of Playwright.
const switchedOffByPlaywright = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];
const withoutFeatures = `--disable-features=${[...switchedOffByPlaywright, ...addressBarPages].join(',')}`;

/** Starts the installed Chromium without a window and without its own network requests. */
export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  if (!browserPath) throw new Error('This machine has no browser.');
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];
  return chromium.launch({
    executablePath: browserPath,
    args: ['--headless', '--no-sandbox', '--disable-gpu', withoutFeatures, ...quiet, ...more],
  });
}
