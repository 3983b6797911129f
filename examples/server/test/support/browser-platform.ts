import type { BrowserContextOptions, Page } from 'playwright-core';
import { enterPassword, openPage } from './browser-tests.js';
import { enrol, totp } from './second-factor.js';
import { addUser } from './tenant-api.js';
import type { TestServer } from './test-server.js';

/** Signs in as a new super admin, with password and code, and opens a page of the platform. */
export async function openPlatformPage(
  server: TestServer,
  path: string,
  {
    locale = 'en',
    scripts = true,
    options = {},
  }: { locale?: string; scripts?: boolean; options?: BrowserContextOptions } = {},
): Promise<Page> {
  const user = await addUser(server);
  const { secret } = await enrol(server, user);
  await server.identity.db.user.update({ where: { id: user.userId }, data: { superAdmin: true, locale } });
  const page = await openPage({ javaScriptEnabled: scripts, ...options });
  await page.goto(`${server.issuer}${path}`);
  await enterPassword(page, user.email);
  await page.locator('#field-code').fill(totp(secret));
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${path}`);
  return page;
}
