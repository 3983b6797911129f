import type { ExecutionContext } from 'ava';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { findBarriers } from './accessibility.js';

/** How people look at the consoles. */
export const consoleLooks: Readonly<Record<'light' | 'dark' | 'phone', BrowserContextOptions>> = {
  light: {},
  dark: { colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 780 }, hasTouch: true },
};

/** Fails if the page is wider than its window, or keeps somebody out. */
export async function assertUsable(t: ExecutionContext, page: Page, task: string): Promise<void> {
  const wide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
  t.false(wide, `${task}: the page is wider than its window`);
  t.deepEqual(await findBarriers(page, 'all'), [], task);
}
