import { days } from '@org/identity-testing/pass-time';
import test from 'ava';
import { openAccount, post } from '../support/account-pages.js';
import { outcomeIn } from '../support/console-pages.js';
import { addNamed, holdSeat, makeGerman, type SeatScene, seatCount, seatScene } from '../support/console-seats.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const holdersOf = ({ base, applicationId }: SeatScene) => `${base}/licenses/${applicationId}`;
const reduceOf = (scene: SeatScene, seats: string) =>
  `${holdersOf(scene)}/reduce?licenseType=${scene.licenseTypeId}&seats=${seats}`;

/** Four holders: one used the seat today, one never, one long ago, and one has a lease. */
async function usedScene() {
  const scene = await seatScene(server, 6);
  const { db } = server.identity;
  const people = {
    today: await addNamed(server, scene.tenantId, 'Today'),
    never: await addNamed(server, scene.tenantId, 'Never'),
    long: await addNamed(server, scene.tenantId, 'Long Ago'),
    leased: await addNamed(server, scene.tenantId, 'Leased'),
  };
  for (const person of Object.values(people)) await holdSeat(server, scene, person);
  const used = ({ userId }: { userId: string }, ago: number, assigned = ago) =>
    db.seat.updateMany({
      where: { userId },
      data: { lastUsedAt: new Date(Date.now() - days(ago)), assignedAt: new Date(Date.now() - days(assigned)) },
    });
  await used(people.today, 0, 200);
  await used(people.long, 100);
  await used(people.leased, 150);
  await db.seat.updateMany({
    where: { userId: people.never.userId },
    data: { assignedAt: new Date(Date.now() - days(50)) },
  });
  const { userId } = people.leased;
  const { id: seatId } = await db.seat.findFirstOrThrow({ where: { userId } });
  const { tenantId, applicationId, subscriptionId } = scene;
  const expiresAt = new Date(Date.now() + days(3));
  await db.seatLease.create({ data: { seatId, tenantId, applicationId, subscriptionId, userId, expiresAt } });
  return { scene, ...people };
}

const open = (email: string, path: string) => openAccount(server.issuer, email, { path });
const namesIn = (html: string) => [...html.matchAll(/name="user\.([\w-]+)"/gu)].map(([, id]) => id);

test('the holders show the last use, and can be those who were idle', async (t) => {
  const { scene, long, never, leased } = await usedScene();
  const { browser, page } = await open(scene.owner.email, holdersOf(scene));
  t.true(page.html.includes('Not yet used'));
  t.is(namesIn(page.html).length, 4);
  for (const [idle, expected] of [
    ['30', [long, never, leased]],
    ['60', [long, leased]],
    ['90', [long, leased]],
  ] as const) {
    const { html } = await browser.open(`${holdersOf(scene)}?idle=${idle}`);
    t.deepEqual(namesIn(html).sort(), expected.map(({ userId }) => userId).sort(), idle);
    t.regex(html, new RegExp(`value="${idle}" selected`, 'u'));
    const file = await browser.request(
      'GET',
      new URL(`${holdersOf(scene)}?idle=${idle}&download=holders`, server.issuer),
    );
    t.is((await file.text()).trim().split('\r\n').length, expected.length + 1);
  }
  const found = await browser.open(`${holdersOf(scene)}?idle=90&search=today`);
  t.true(found.html.includes('No one with a seat found.'));
  t.is(namesIn((await browser.open(`${holdersOf(scene)}?idle=7`)).html).length, 4, 'only what is offered is a filter');
});

test('the least used seats are shown in their order, without leased ones, and taken back after the question', async (t) => {
  const { scene, long, never, today } = await usedScene();
  const { browser } = await open(scene.owner.email, holdersOf(scene));
  const page = await browser.open(reduceOf(scene, '2'));
  t.is(page.status, 200);
  t.deepEqual(namesIn(page.html), [long.userId, never.userId]);
  const fields = Object.fromEntries([long, never].map(({ userId }) => [`user.${userId}`, 'on']));
  const path = `${holdersOf(scene)}/reduce`;
  const asked = await post(browser, page, fields, { path });
  t.true(asked.html.includes('<h1>Take back 2 seats?</h1>'));
  t.is(await seatCount(server, scene), 4);
  const done = await post(browser, page, { ...fields, outcome: outcomeIn(asked) }, { path });
  t.is(done.location, `${holdersOf(scene)}?done=taken-back`);
  t.is(await seatCount(server, scene), 2);
  const rest = await browser.open(reduceOf(scene, '0'));
  t.deepEqual(namesIn(rest.html), [today.userId]);
  t.true(rest.html.includes('Only 1 of 2 seats can be released.'));
});

test('the page says when nothing is to be released, and that released seats go to those who wait', async (t) => {
  const { scene } = await usedScene();
  const { browser } = await open(scene.owner.email, holdersOf(scene));
  t.true((await browser.open(reduceOf(scene, '4'))).html.includes('Enter a lower number.'));
  for (const seats of ['', '-1', 'x', '1e2', '<b>'])
    t.true(
      (await browser.open(reduceOf(scene, encodeURIComponent(seats)))).html.includes('id="field-seats-error"'),
      seats,
    );
  const foreign = await seatScene(server);
  const wrong = await browser.open(`${holdersOf(scene)}/reduce?licenseType=${foreign.licenseTypeId}&seats=1`);
  t.true(wrong.html.includes('id="field-licenseType-error"'));
  t.is((await browser.open(`${foreign.base}/licenses/${foreign.applicationId}/reduce`)).status, 404);
  const { tenantId, applicationId, licenseTypeId, member } = scene;
  const request = { tenantId, applicationId, licenseTypeId, userId: member.userId };
  await server.identity.db.licenseRequest.create({ data: { ...request, status: 'WAITING', waitingNumber: 1 } });
  t.true((await browser.open(reduceOf(scene, '2'))).html.includes('Released seats go to them at once.'));
  const empty = await seatScene(server);
  const { page } = await open(empty.owner.email, `${holdersOf(empty)}/reduce`);
  t.true(page.html.includes('Nobody has a seat of this application.'));
});

test('reserved seats are in the chart, and the page is German for readers of German', async (t) => {
  const { scene } = await usedScene();
  const { tenantId, applicationId, subscriptionId } = scene;
  const expiresAt = new Date(Date.now() + days(1));
  await server.identity.db.seatReservation.create({ data: { tenantId, applicationId, subscriptionId, expiresAt } });
  const { page, browser } = await open(scene.owner.email, holdersOf(scene));
  t.regex(
    page.html,
    /<span class="soft">1 reserved<\/span><\/th><td class="number">4<\/td><td class="number">1<\/td>/u,
  );
  await makeGerman(server, scene.owner);
  const { html } = await browser.open(reduceOf(scene, '2'));
  t.true(html.includes('Diese Lizenzen entziehen'));
});
