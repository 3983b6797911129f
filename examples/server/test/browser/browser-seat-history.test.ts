import { days, passTime } from '@org/identity-testing/pass-time';
import test from 'ava';
import type { BrowserContextOptions } from 'playwright-core';
import { browserPath } from '../support/browser.js';
import { browserTest, openAs } from '../support/browser-tests.js';
import { addNamed, holdSeat, makeGerman, type SeatScene, seatScene } from '../support/console-seats.js';
import { picture } from '../support/pictures.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  if (browserPath) server = await startTestServer();
});
test.after.always(() => server?.stop());

const pathOf = ({ base, applicationId }: SeatScene) => `${base}/licenses/${applicationId}/history`;

const open = (email: string, path: string, options?: BrowserContextOptions) => openAs(server, { email, path, options });

/** Eighty days in which seats came and went. */
async function eightyDays(): Promise<SeatScene> {
  const scene = await seatScene(server, 12);
  const { tenantId, subscriptionId: id } = scene;
  const { db } = server.identity;
  await db.application.update({
    where: { id: scene.applicationId },
    data: { name: `Atlas CRM ${scene.slug.slice(-4)}` },
  });
  const names = [
    'Anna Abel',
    'Bert Brix',
    'Cleo Cohn',
    'Dora Dorn',
    'Emil Ernst',
    'Fritz Falk',
    'Gerda Grün',
    'Hans Holm',
  ];
  for (const [index, name] of names.entries()) {
    const person = await addNamed(server, tenantId, name);
    await holdSeat(server, scene, person);
    await passTime(db, { tenantId, milliseconds: days(10) });
    if (index % 3 === 0) await db.seat.deleteMany({ where: { tenantId, userId: person.userId } });
    if (index === 4) await db.subscription.update({ where: { id }, data: { quantityPurchased: 8 } });
  }
  return scene;
}

browserTest('the history of seats, by clicking and without scripts', async (t) => {
  const scene = await eightyDays();
  const page = await open(scene.admin.email, `${scene.base}/licenses`, { javaScriptEnabled: false });
  await page.getByRole('link', { name: 'Seats and holders' }).click();
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByText('Show the numbers of each day').click();
  t.is(await page.getByRole('table').first().getByRole('row').count(), 31);
  await page.getByRole('link', { name: '90 days' }).click();
  await page.getByText('Show the numbers of each day').click();
  t.is(await page.getByRole('table').first().getByRole('row').count(), 91);
  await page.getByRole('link', { name: 'Bert Brix' }).click();
  await page.getByText('Only Bert Brix.').waitFor();
  t.is(await page.getByRole('table').last().getByRole('row').count(), 2);
});

browserTest('the history can be read by everybody', async (t) => {
  const scene = await eightyDays();
  const page = await open(scene.admin.email, pathOf(scene));
  await picture(t, page, 'console-history', page.getByRole('heading', { name: 'Who held a seat' }));
  await makeGerman(server, scene.owner);
  const german = await open(scene.owner.email, pathOf(scene));
  await picture(t, german, 'german-console-history', german.getByRole('heading', { name: 'Wer eine Lizenz hatte' }));
});

browserTest('an empty history, too', async (t) => {
  const scene = await seatScene(server, 3);
  const page = await open(scene.admin.email, pathOf(scene));
  await picture(t, page, 'console-history-empty', page.getByText('No one has had a seat'));
});
