import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const candidates = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser of this machine, if it has one. */
export const browserPath = candidates.find((path) => existsSync(path));

// Pages of its own that Chromium loads below the address bar of every window, whether or not it is shown. They take as
// much CPU as the page under test.
const addressBarPages = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];
// Of these lists only the last counts, so Playwright's are named again.
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

/** Starts the machine's Chromium without a window and without its calls home. */
export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  if (!browserPath) throw new Error('This machine has no browser.');
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];
  return chromium.launch({
    executablePath: browserPath,
    args: ['--headless', '--no-sandbox', '--disable-gpu', withoutFeatures, ...quiet, ...more],
  });
}
