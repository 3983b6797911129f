import type { ExecutionContext } from 'ava';
import type { Locator, Page } from 'playwright-core';
import { assertUsable } from './console-looks.js';

/** Somebody who does a task in a browser. Counts what they click and the pages they come to see. */
export interface CountedTask {
  readonly page: Page;
  /** Clicks, and looks at the page that follows, if the click leads to another one. */
  click(target: Locator): Promise<void>;
  /** Follows a link of the navigation. On a phone the menu is opened first, which counts as well. */
  go(name: string): Promise<void>;
  /** Asserts the result, and how many clicks and pages it took on a desktop. A phone needs one more for each menu. */
  done(expected: { clicks: number; pages: number }): Promise<void>;
}

/** Begins a task at the page that is open. */
export function countTask(t: ExecutionContext, page: Page): CountedTask {
  let clicks = 0;
  let pages = 0;
  let menus = 0;
  page.on('domcontentloaded', () => (pages += 1));
  const click = async (target: Locator) => {
    const before = pages;
    clicks += 1;
    await target.click();
    await page.waitForLoadState('load');
    if (pages > before) await assertUsable(t, page, `${page.url()} after ${clicks} clicks`);
  };
  return {
    page,
    click,
    async go(name) {
      const menu = page.locator('.menu > summary');
      if (await menu.isVisible()) {
        menus += 1;
        await click(menu);
      }
      await click(page.locator('.side').getByRole('link', { name: new RegExp(`^${name}\\b`, 'u') }));
    },
    async done(expected) {
      await assertUsable(t, page, 'the last page');
      t.deepEqual({ clicks: clicks - menus, pages }, expected);
    },
  };
}
