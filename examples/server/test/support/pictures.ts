import type { ExecutionContext } from 'ava';
import type { Locator, Page } from 'playwright-core';
import { findBarriers } from './accessibility.js';
import { findLayoutFaults, type HardValue, hardValues, showHardValues } from './layout-faults.js';

const desktop = { width: 1280, height: 800 };

/** The appearances of a page: on a desktop in light and dark colours, and on a phone in light colours. */
const looks = [
  { name: 'light', viewport: desktop, colorScheme: 'light', rules: 'all' },
  { name: 'dark', viewport: desktop, colorScheme: 'dark', rules: 'colours' },
  { name: 'phone', viewport: { width: 375, height: 740 }, colorScheme: 'light', rules: 'none' },
] as const;

// The narrowest phones in use, and a desktop.
const measured = [
  { name: 'desktop', viewport: desktop },
  { name: 'phone', viewport: { width: 320, height: 640 } },
] as const;

const screenshots = process.env['SCREENSHOTS'];

/**
 * Checks the page in every appearance as soon as `shown` is visible: it fits its window, has one heading and no
 * accessibility problems, and all of its text is readable, even with values that break layouts. With SCREENSHOTS=folder it also
 * saves the pictures; those in docs/ are made this way.
 */
export async function picture(t: ExecutionContext, page: Page, name: string, shown: Locator): Promise<void> {
  await shown.waitFor();
  await page.waitForLoadState();
  t.is(await page.getByRole('heading', { level: 1 }).count(), 1, `${name} has one heading`);
  for (const look of looks) {
    await page.setViewportSize(look.viewport);
    await page.emulateMedia({ colorScheme: look.colorScheme, reducedMotion: 'reduce' });
    const { scrollWidth, innerWidth } = await page.evaluate<{ scrollWidth: number; innerWidth: number }>(
      '({ scrollWidth: document.documentElement.scrollWidth, innerWidth })',
    );
    t.true(scrollWidth <= innerWidth, `${name} is wider than its window (${look.name})`);
    if (look.rules !== 'none') {
      const barriers = await findBarriers(page, look.rules);
      t.deepEqual(barriers, [], `${name} keeps nobody out (${look.name})`);
    }
    if (screenshots) await page.screenshot({ path: `${screenshots}/${name}-${look.name}.png` });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  for (const { name: device, viewport } of measured) {
    await page.setViewportSize(viewport);
    t.deepEqual(await findLayoutFaults(page), [], `${name} can be read (${device})`);
    for (const value of Object.keys(hardValues) as HardValue[]) {
      const undo = await showHardValues(page, value);
      t.deepEqual(await findLayoutFaults(page), [], `${name} can be read with ${value} values (${device})`);
      if (screenshots)
        await page.screenshot({ path: `${screenshots}/hard/${name}-${value}-${device}.png`, fullPage: true });
      await undo();
    }
  }
  await page.setViewportSize(desktop);
}
