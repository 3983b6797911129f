import type { ExecutionContext } from 'ava';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { findBarriers } from './accessibility.js';

/** How a page can look: on a desktop by day and by night, and on a phone. */
export const looks: [string, BrowserContextOptions][] = [
  ['light', { viewport: { width: 1280, height: 800 }, colorScheme: 'light' }],
  ['dark', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' }],
  ['phone', { viewport: { width: 375, height: 740 }, colorScheme: 'light', deviceScaleFactor: 2 }],
];

const screenshots = process.env['SCREENSHOTS'];

/** Looks at the page as it is; with SCREENSHOTS=folder also keeps the picture, which is how docs/ gets them. */
export async function picture(t: ExecutionContext, page: Page, name: string, look: string): Promise<void> {
  // A click returns before the next page is there.
  await page.waitForLoadState('networkidle');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const { scrollWidth, innerWidth } = await page.evaluate<{ scrollWidth: number; innerWidth: number }>(
    '({ scrollWidth: document.documentElement.scrollWidth, innerWidth })',
  );
  t.true(scrollWidth <= innerWidth, `${name} is wider than its window`);
  t.is(await page.getByRole('heading', { level: 1 }).count(), 1, `${name} has one heading`);
  // The phone has the colours and the elements of the light look.
  if (look !== 'phone') t.deepEqual(await findBarriers(page), [], `${name} keeps nobody out`);
  if (screenshots) await page.screenshot({ path: `${screenshots}/${name}-${look}.png` });
}
