import { pngImage } from '@org/identity-testing/sample-images';
import test from 'ava';
import type { Page } from 'playwright-core';
import { look } from '../support/branded-tenant.js';
import { browserPath } from '../support/browser.js';
import { browserTest, complaints, enterPassword, openPage } from '../support/browser-tests.js';
import { freshTenant } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  if (browserPath) server = await startTestServer();
});
test.after.always(() => server?.stop());

const isLoaded = (page: Page, selector: string) =>
  page.evaluate<boolean>(`document.querySelector('${selector}').naturalWidth > 0`);
const accentOf = (page: Page) =>
  page.evaluate<string>("getComputedStyle(document.querySelector('.button-primary')).backgroundColor");
const file = (buffer: Buffer, name = 'logo.png') => ({ name, mimeType: 'image/png', buffer });

browserTest(
  'a logo that is uploaded without scripts is on the sign-in page, in the bar, and gone when it is removed',
  async (t) => {
    const tenant = await freshTenant(server);
    const data = { settings: { brand: look } };
    await server.identity.db.tenant.update({ where: { id: tenant.id }, data });
    const path = `${server.issuer}/console/${tenant.slug}/settings`;
    const admin = await openPage({ javaScriptEnabled: false });
    await admin.goto(path);
    await enterPassword(admin, tenant.owner.email);
    await admin.getByLabel('Logo', { exact: true }).setInputFiles(file(pngImage({ width: 200, height: 50 })));
    await admin.getByRole('button', { name: 'Upload logo' }).click();
    await admin.getByText('The logo was saved.').waitFor();
    await admin.getByLabel('Icon in the browser tab').setInputFiles(file(pngImage({ width: 32, height: 32 })));
    await admin.getByRole('button', { name: 'Upload icon' }).click();
    await admin.getByText('The icon was saved.').waitFor();
    const bar = admin.getByRole('banner').getByAltText('Fresh');
    t.is((await bar.boundingBox())?.height, 32);

    const visitor = await openPage();
    const found = complaints(visitor);
    await visitor.goto(path);
    t.true(await visitor.getByText(look.name).isVisible());
    t.true(await isLoaded(visitor, '.logo'));
    t.is(await accentOf(visitor), 'rgb(157, 28, 74)');
    await visitor.getByRole('button', { name: 'Forgot your password?' }).click();
    await visitor.waitForURL('**/password-reset?*');
    t.true(await isLoaded(visitor, '.logo'));
    t.is(await accentOf(visitor), 'rgb(157, 28, 74)');
    await visitor.goto(`${server.issuer}/console/no-such-tenant`);
    t.is(await visitor.locator('.logo').count(), 0);
    t.not(await accentOf(visitor), 'rgb(157, 28, 74)');
    t.deepEqual(found, []);

    await admin.getByLabel('Logo', { exact: true }).setInputFiles(file(Buffer.alloc(20 * 1024 * 1024)));
    await admin.getByRole('button', { name: 'Upload logo' }).click();
    await admin.getByText('This file is too large. It can have at most 256 KB.').waitFor();
    await admin.getByRole('button', { name: 'Remove logo' }).click();
    await admin.getByText('The logo was removed.').waitFor();
    t.is(await bar.count(), 0);
    t.true(await admin.getByRole('banner').getByText('Fresh').isVisible());
  },
);
