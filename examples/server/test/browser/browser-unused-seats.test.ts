import { days } from '@org/identity-testing/pass-time';
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

const ago = (count: number) => new Date(Date.now() - days(count));

/** A trial with an overage, a planned change, a reserved seat, and seats that were used at different times. */
async function usedScene(): Promise<SeatScene> {
  const scene = await seatScene(server, 8);
  const { tenantId, applicationId, subscriptionId } = scene;
  const { db } = server.identity;
  const name = `Atlas CRM ${scene.slug.slice(-4)}`;
  await db.application.update({ where: { id: applicationId }, data: { name } });
  for (const [person, used] of [
    ['Anna Abel', ago(1)],
    ['Bert Brix', ago(40)],
    ['Cleo Cohn', ago(95)],
    ['Dora Dorn', null],
  ] as const) {
    const member = await addNamed(server, tenantId, person);
    await holdSeat(server, scene, member);
    const data = { lastUsedAt: used, assignedAt: ago(120) };
    await db.seat.updateMany({ where: { userId: member.userId }, data });
  }
  const expiresAt = ago(-20);
  await db.seatReservation.create({ data: { tenantId, applicationId, subscriptionId, expiresAt } });
  const plan = { pendingQuantity: 5, pendingAt: ago(-10), pendingRelease: true };
  await db.subscription.update({
    where: { id: subscriptionId },
    data: { ...plan, trial: true, expiresAt: ago(-200), overagePercent: 10 },
  });
  return scene;
}

browserTest('an admin finds idle seats and releases those used least, all by clicking, without scripts', async (t) => {
  const scene = await usedScene();
  const holders = `${scene.base}/licenses/${scene.applicationId}`;
  const page = await open(scene.admin.email, holders, { javaScriptEnabled: false });
  await page.getByLabel('Last use').selectOption({ label: 'Unused for 60 days' });
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByText('Cleo Cohn').waitFor();
  t.is(await page.getByText('Bert Brix').count(), 0);
  await page.getByRole('link', { name: 'Release unused seats' }).click();
  await page.getByLabel('Seats to keep').fill('2');
  await page.getByRole('button', { name: 'Show whose seats these are' }).click();
  t.true(await page.getByLabel('Select Dora Dorn').isChecked());
  t.true(await page.getByLabel('Select Cleo Cohn').isChecked());
  await page.getByRole('button', { name: 'Take back these seats' }).click();
  await page.getByRole('heading', { name: 'Take back 2 seats?' }).waitFor();
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByText('The seats were taken back.').waitFor();
  t.is(await seatCount(server, scene), 2);
});

browserTest('the pages of unused seats can be read in every look and keep nobody out, also in German', async (t) => {
  const scene = await usedScene();
  const licenses = `${scene.base}/licenses`;
  const page = await open(scene.owner.email, licenses);
  await picture(t, page, 'console-licenses-life', page.getByText('Trial'));
  const reduce = `${server.issuer}${licenses}/${scene.applicationId}/reduce`;
  await page.goto(`${server.issuer}${licenses}/${scene.applicationId}?idle=30`);
  await picture(t, page, 'console-holders-idle', page.getByText('Cleo Cohn'));
  const query = `?licenseType=${scene.licenseTypeId}&seats=1`;
  await page.goto(`${reduce}${query}`);
  await picture(t, page, 'console-reduce', page.getByText('Cleo Cohn'));
  await page.goto(`${reduce}?licenseType=x&seats=x`);
  await picture(t, page, 'console-reduce-refused', page.getByText('Enter a whole number.'));
  await makeGerman(server, scene.admin);
  const german = await open(scene.admin.email, licenses);
  await german.goto(`${reduce}${query}`);
  await picture(t, german, 'console-reduce-german', german.getByText('Diese Lizenzen entziehen'));
});
