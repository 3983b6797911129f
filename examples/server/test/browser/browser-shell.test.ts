import test from 'ava';
import type { Page } from 'playwright-core';
import { findBarriers } from '../support/accessibility.js';
import { browserPath } from '../support/browser.js';
import { browserTest, complaints, openAs } from '../support/browser-tests.js';
import { findLayoutFaults, type hardValues, showHardValues } from '../support/layout-faults.js';
import { freshTenant } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  if (browserPath) server = await startTestServer();
});
test.after.always(() => server?.stop());

const phone = { width: 390, height: 780 };

/** An owner of a tenant who is a member of eleven others. */
async function busyOwner() {
  const { db } = server.identity;
  const { id, slug, owner } = await freshTenant(server);
  await db.tenant.update({ where: { id }, data: { name: 'Northwind Traders' } });
  await db.user.update({ where: { id: owner.userId }, data: { displayName: 'Olga Owner' } });
  for (let index = 0; index < 11; index += 1) {
    const other = await freshTenant(server);
    await db.membership.create({ data: { tenantId: other.id, userId: owner.userId } });
  }
  return { slug, owner };
}

const heightOf = async (page: Page, selector: string) => (await page.locator(selector).boundingBox())?.height ?? 0;

browserTest('on a phone the bar is one line, and the navigation opens and leads on, without scripts', async (t) => {
  const { slug, owner } = await busyOwner();
  const options = { viewport: phone, hasTouch: true, javaScriptEnabled: false };
  const page = await openAs(server, { email: owner.email, path: `/console/${slug}`, options });
  t.true((await heightOf(page, '.top')) < 60, 'one line of controls');
  const navigation = page.getByRole('navigation', { name: 'Organization console' });
  t.false(await navigation.isVisible());
  t.false(await page.getByRole('searchbox').isVisible());
  await page.locator('.menu > summary').click();
  await page.getByRole('searchbox', { name: 'Search members' }).waitFor();
  await navigation.getByRole('link', { name: 'Members' }).click();
  await page.getByRole('heading', { name: 'Members' }).waitFor();
  t.false(await navigation.isVisible(), 'the next page begins with its content');
});

browserTest('the switcher, the search and the menu of the user work without scripts', async (t) => {
  const { slug, owner } = await busyOwner();
  const options = { javaScriptEnabled: false };
  const page = await openAs(server, { email: owner.email, path: `/console/${slug}`, options });
  await page.getByRole('searchbox', { name: 'Search members' }).fill('Olga');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/members?search=Olga');
  t.is(await page.locator('main').getByRole('link', { name: 'Olga Owner' }).count(), 1);
  await page.locator('details.place > summary').click();
  await page.getByRole('searchbox', { name: 'Find an organization' }).fill('northwind');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/console?search=northwind');
  await page.getByRole('link', { name: 'Northwind Traders' }).click();
  await page.locator('.person > summary').click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { name: 'Übersicht' }).waitFor();
  await page.locator('.person > summary').click();
  await page.getByRole('button', { name: 'Abmelden' }).click();
  await page.waitForURL('**/account/signed-out');
});

for (const [name, viewport] of Object.entries({ desktop: { width: 1280, height: 800 }, phone }))
  browserTest(`what the bar opens keeps nobody out and can be read, with hard names too (${name})`, async (t) => {
    const { slug, owner } = await busyOwner();
    const page = await openAs(server, { email: owner.email, path: `/console/${slug}/audit`, options: { viewport } });
    const errors = complaints(page);
    for (const fold of ['details.place', '.person', '.menu']) {
      const summary = page.locator(`${fold} > summary`);
      if (!(await summary.isVisible())) continue;
      await page.goto(`${server.issuer}/console/${slug}/audit`);
      await summary.click();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        t.deepEqual(await findBarriers(page, 'all'), [], `${fold} (${colorScheme})`);
      }
      const wide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
      t.false(wide, `${fold}: the page is wider than its window`);
      // What lies below an open panel is covered by it.
      await page.evaluate((panel) => {
        for (const other of document.querySelectorAll('main, .side, .find, .foot'))
          if (panel !== '.menu') other.remove();
      }, fold);
      for (const value of ['long', 'right-to-left', 'cjk', 'unbroken', 'short'] satisfies (keyof typeof hardValues)[]) {
        const undo = await showHardValues(page, value);
        t.deepEqual(await findLayoutFaults(page), [], `${fold} with ${value} values`);
        await undo();
      }
    }
    t.deepEqual(errors, []);
  });

browserTest('the keyboard reaches the content past the navigation', async (t) => {
  const { slug, owner } = await busyOwner();
  const page = await openAs(server, { email: owner.email, path: `/console/${slug}/members` });
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the content' });
  t.true(await skip.evaluate((link) => link === document.activeElement));
  t.true(((await skip.boundingBox())?.width ?? 0) > 50, 'it is visible once it has the focus');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  t.true(await page.evaluate<boolean>("document.querySelector('main').contains(document.activeElement)"));
});
