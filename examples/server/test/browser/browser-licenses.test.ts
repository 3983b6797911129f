import test from 'ava';
import type { BrowserContextOptions } from 'playwright-core';
import { browserPath } from '../support/browser.js';
import { browserTest, openAs } from '../support/browser-tests.js';
import { addNamed, holdSeat, makeGerman, type SeatScene, seatCount, seatScene } from '../support/console-seats.js';
import { picture } from '../support/pictures.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  if (browserPath) server = await startTestServer();
});
test.after.always(() => server?.stop());

const open = (email: string, path: string, options?: BrowserContextOptions) => openAs(server, { email, path, options });

/** A tenant with two license types, one of them suspended, and some people. */
async function busyScene(): Promise<SeatScene> {
  const scene = await seatScene(server, 5);
  const { tenantId, applicationId } = scene;
  const { db } = server.identity;
  const name = `Atlas CRM ${scene.slug.slice(-4)}`;
  await db.application.update({ where: { id: applicationId }, data: { name } });
  const type = await db.licenseType.create({ data: { applicationId, slug: 'basic', name: 'Basic' } });
  const more = { tenantId, applicationId, licenseTypeId: type.id, quantityPurchased: 20 };
  await db.subscription.create({ data: { ...more, status: 'SUSPENDED' } });
  await db.subscription.create({ data: { ...more, expiresAt: new Date(Date.now() + 7 * 24 * 60 * 60 * 1000) } });
  for (const name of ['Anna Abel', 'Bert Brix', 'Cleo Cohn']) {
    await holdSeat(server, scene, await addNamed(server, tenantId, name));
  }
  for (const name of ['Dora Dorn', 'Emil Ernst']) await addNamed(server, tenantId, name);
  return scene;
}

browserTest('an admin gives two people a seat and takes one back, all by clicking, without scripts', async (t) => {
  const scene = await busyScene();
  const page = await open(scene.admin.email, scene.base, { javaScriptEnabled: false });
  await page.getByRole('link', { name: 'All licenses' }).click();
  await page.getByRole('link', { name: 'Seats and holders' }).click();
  await page.getByRole('link', { name: 'Grant seats' }).click();
  await page.getByLabel('Select Dora Dorn').check();
  await page.getByLabel('Select Emil Ernst').check();
  await page.getByLabel('License type').selectOption({ label: 'Pro (2 free)' });
  await page.getByRole('button', { name: 'Grant seats' }).click();
  await page.getByText('The seats were granted.').waitFor();
  t.is(await seatCount(server, scene), 5);
  await page.getByLabel('Search by name or email').fill('dorn');
  await page.keyboard.press('Enter');
  await page.getByLabel('Select Dora Dorn').check();
  await page.getByRole('button', { name: 'Take back the selected seats' }).click();
  await page.getByRole('heading', { name: 'Take the seat back from Dora Dorn?' }).waitFor();
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByText('The seats were taken back.').waitFor();
  t.is(await seatCount(server, scene), 4);
});

browserTest('the pages of licenses can be read in every look and keep nobody out', async (t) => {
  const scene = await busyScene();
  const holders = `/licenses/${scene.applicationId}`;
  const page = await open(scene.owner.email, `${scene.base}/licenses`);
  const visit = async (path: string) => page.goto(`${server.issuer}${scene.base}${path}`);
  await picture(t, page, 'console-licenses', page.getByRole('heading', { name: 'Licenses', exact: true }));
  await visit('');
  await picture(t, page, 'console-overview-seats', page.getByRole('heading', { name: 'What needs attention' }));
  await visit(holders);
  await picture(t, page, 'console-holders', page.getByText('Anna Abel'));
  await page.getByLabel('Select Anna Abel').check();
  await page.getByRole('button', { name: 'Take back the selected seats' }).click();
  await picture(
    t,
    page,
    'console-take-back',
    page.getByRole('heading', { name: 'Take the seat back from Anna Abel?' }),
  );
  await visit(`${holders}/grant`);
  await picture(t, page, 'console-grant', page.getByText('Dora Dorn'));
  await page.getByRole('button', { name: 'Grant seats' }).click();
  await page.getByText('Select at least one person.').waitFor();
  await visit(`/members/${scene.member.membershipId}/seats`);
  await picture(t, page, 'console-member-seats', page.getByText('No seats.'));
});

browserTest('a refused grant, the seats of a member and German pages can be read as well', async (t) => {
  const scene = await busyScene();
  await holdSeat(server, scene, scene.member);
  const page = await open(scene.owner.email, `${scene.base}/licenses/${scene.applicationId}/grant`);
  await page.getByLabel('Select Dora Dorn').check();
  await page.getByLabel('Select Emil Ernst').check();
  await page.getByLabel('License type').selectOption({ label: 'Pro (1 free)' });
  await page.getByRole('button', { name: 'Grant seats' }).click();
  await picture(t, page, 'console-grant-refused', page.getByText('No seat was granted.'));
  await makeGerman(server, scene.member);
  await makeGerman(server, scene.admin);
  const where = { id: scene.subscriptionId };
  await server.identity.db.subscription.update({ where, data: { status: 'SUSPENDED' } });
  const own = await open(scene.member.email, `${scene.base}/licenses`);
  await picture(t, own, 'console-own-seats', own.getByRole('heading', { name: 'Ihre Lizenzen' }));
  const german = await open(scene.admin.email, `${scene.base}/members/${scene.member.membershipId}/seats`);
  await picture(t, german, 'console-member-seats-german', german.getByText('Nicht nutzbar'));
});
