import test from 'ava';
import { openAccount, post } from '../support/account-pages.js';
import { confirmed } from '../support/console-pages.js';
import { addNamed, leaseSeat, makeGerman, type SeatScene, seatCount, seatScene } from '../support/console-seats.js';
import { openPlatform } from '../support/platform-pages.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const open = (email: string, path: string) => openAccount(server.issuer, email, { path });
const leasesOf = ({ base, applicationId }: SeatScene) => `${base}/licenses/${applicationId}/leases`;

test('an owner sees who has a lease until when, what freeing the seat does, and frees it', async (t) => {
  const scene = await seatScene(server, 2);
  const { browser, page } = await open(scene.owner.email, leasesOf(scene));
  t.is(page.status, 200);
  t.true(page.html.includes('No active leases.'));
  t.regex(page.html, /aria-current="page">Leases</u);
  const holder = await addNamed(server, scene.tenantId, 'Anna Abel');
  const leaseId = await leaseSeat(server, scene, holder);
  const listed = await browser.open(leasesOf(scene));
  for (const text of ['Anna Abel', 'Pro', 'Free this seat']) t.true(listed.html.includes(text), text);

  const asked = await post(browser, listed, { leaseId });
  t.true(asked.html.includes('<h1>Free the seat of Anna Abel?</h1>'));
  t.true(asked.html.includes('Seat of a lease freed'));
  t.true(asked.html.includes('A device that is offline'));
  t.is(await seatCount(server, scene), 1, 'nothing has changed yet');
  const { done } = await confirmed(browser, listed, { leaseId });
  t.is(done.location, `${leasesOf(scene)}?done=lease-ended`);
  t.is(await seatCount(server, scene), 0);
  t.true((await browser.open(done.location ?? '')).html.includes('The seat is free.'));
  const again = await post(browser, listed, { leaseId });
  t.true(again.html.includes('This lease has ended in the meantime. Nothing was changed.'));
});

test('somebody who has left is shown without a name, and the seat can be freed', async (t) => {
  const scene = await seatScene(server, 1);
  const holder = await addNamed(server, scene.tenantId, 'Bert Brix');
  const leaseId = await leaseSeat(server, scene, holder);
  const { db } = server.identity;
  await db.membership.delete({ where: { id: holder.membershipId } });
  const where = { id: scene.subscriptionId };
  t.is((await db.subscription.findUniqueOrThrow({ where })).quantityReserved, 1);
  const { browser, page } = await open(scene.owner.email, leasesOf(scene));
  t.false(page.html.includes('Bert Brix'));
  t.true(page.html.includes(holder.userId.slice(-8)));
  await confirmed(browser, page, { leaseId });
  t.is((await db.subscription.findUniqueOrThrow({ where })).quantityReserved, 0);
});

test('the operator switches leases off, and the console of the organization says so in both languages', async (t) => {
  const scene = await seatScene(server, 1);
  const operator = await openPlatform(server);
  const path = `subscriptions/${scene.tenantId}/${scene.subscriptionId}`;
  t.true((await operator.open(path)).html.includes('No new leases'));
  await operator.post(path, { leases: 'NONE' });
  const { leasePolicy } = await server.identity.db.subscription.findUniqueOrThrow({
    where: { id: scene.subscriptionId },
  });
  t.is(leasePolicy, 'NONE');
  const { browser, page } = await open(scene.owner.email, leasesOf(scene));
  t.true(page.html.includes('New leases of Pro are switched off by your vendor'));
  t.true((await browser.open(`${scene.base}/licenses`)).html.includes('no leases'));
  await makeGerman(server, scene.admin);
  const german = await open(scene.admin.email, leasesOf(scene));
  t.true(german.page.html.includes('Neue Ausleihen von Pro hat Ihr Anbieter abgeschaltet'));
});
