import test from 'ava';
import { findBarriers } from '../support/accessibility.js';
import { browserPath } from '../support/browser.js';
import { browserTest, complaints, openPage } from '../support/browser-tests.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  if (browserPath) server = await startTestServer();
});
test.after.always(() => server?.stop());

for (const colorScheme of ['light', 'dark'] as const) {
  browserTest(`the API reference filters while somebody types, and shows all again, ${colorScheme}`, async (t) => {
    const page = await openPage({ colorScheme });
    const found = complaints(page);
    await page.goto(`${server.issuer}/docs`);
    const visible = page.locator('.endpoint:visible');
    const all = await visible.count();
    t.true(all > 40);
    const field = page.getByRole('searchbox', { name: 'Search' });
    await field.fill('POST introspect');
    t.is(await visible.count(), 1);
    t.is(await page.getByRole('status').textContent(), '1 endpoint');
    await field.fill('no-such-word');
    t.is(await visible.count(), 0);
    t.is(await page.getByRole('status').textContent(), '0 endpoints');
    await field.fill('');
    t.is(await visible.count(), all);
    await page.locator('#postTenants summary').click();
    await page.locator('#oauthToken summary').click();
    t.deepEqual(await findBarriers(page, 'all'), []);
    t.deepEqual(found, []);
  });
}

browserTest('without scripts a search is a request, and the page says how many it found', async (t) => {
  const page = await openPage({ javaScriptEnabled: false, viewport: { width: 360, height: 780 } });
  await page.goto(`${server.issuer}/docs`);
  await page.getByRole('searchbox', { name: 'Search' }).fill('POST introspect');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.waitForURL('**/docs?q=POST+introspect');
  t.is(await page.locator('.endpoint:visible').count(), 1);
  t.is(await page.getByRole('status').textContent(), '1 endpoint');
  await page.getByRole('link', { name: 'Show all endpoints' }).click();
  await page.locator('.endpoint:visible').nth(40).waitFor();
  t.true((await page.locator('.endpoint:visible').count()) > 40);
});

browserTest('a search that came by a link can be changed while typing, too', async (t) => {
  const page = await openPage();
  await page.goto(`${server.issuer}/docs?q=introspect`);
  const hits = await page.locator('.endpoint:visible').count();
  await page.getByRole('searchbox', { name: 'Search' }).fill('tenants');
  t.true((await page.locator('.endpoint:visible').count()) > hits);
});
