import test from 'ava';
import { openAccount } from '../support/account-pages.js';
import { addSuperAdmin } from '../support/console-pages.js';
import { holdSeat, makeGerman, seatScene } from '../support/console-seats.js';
import { freshTenant } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const open = (email: string, path: string) => openAccount(server.issuer, email, { path });
const day = 24 * 60 * 60 * 1000;

test('owners, admins and super admins see what was bought, what is held and what is free', async (t) => {
  const scene = await seatScene(server, 5);
  await holdSeat(server, scene, scene.member);
  for (const { email } of [scene.owner, scene.admin, await addSuperAdmin(server)]) {
    const { page } = await open(email, `${scene.base}/licenses`);
    t.is(page.status, 200);
    t.regex(page.html, /<h1>Licenses<\/h1>/u);
    t.regex(
      page.html,
      /<th scope="row">Pro<\/th><td class="number">1<\/td><td class="number">4<\/td><td class="number">5<\/td>/u,
    );
    t.true(page.html.includes(`href="${scene.base}/licenses/${scene.applicationId}"`));
    t.regex(page.html, /<a href="[^"]*\/licenses" aria-current="page">Licenses<\/a>/u);
    t.true(page.html.length < 100_000);
  }
});

test('a plain member sees their own seats, and why one cannot be used', async (t) => {
  const scene = await seatScene(server);
  const { browser, page } = await open(scene.member.email, `${scene.base}/licenses`);
  t.regex(page.html, /<h1>Your seats<\/h1>/u);
  t.true(page.html.includes('You have no seats yet.'));
  t.false(page.html.includes(scene.application));
  await holdSeat(server, scene, scene.owner);
  await holdSeat(server, scene, scene.member);
  const held = await browser.open(`${scene.base}/licenses`);
  t.regex(held.html, /<bdi>Crm [^<]+<\/bdi>.*<bdi>Pro<\/bdi>.*Can be used/u);
  t.is(held.html.match(/Can be used/gu)?.length, 1);
  t.false(held.html.includes(scene.owner.email));
  const where = { id: scene.subscriptionId };
  await server.identity.db.subscription.update({ where, data: { status: 'SUSPENDED' } });
  const suspended = await browser.open(`${scene.base}/licenses`);
  t.regex(suspended.html, /Cannot be used<\/span><span class="soft">The subscription is suspended\./u);
});

test('the state of every subscription is in words', async (t) => {
  const scene = await seatScene(server);
  const { tenantId, applicationId, licenseTypeId } = scene;
  const { db } = server.identity;
  const add = (more: object) =>
    db.subscription.create({ data: { tenantId, applicationId, licenseTypeId, quantityPurchased: 1, ...more } });
  await add({ status: 'SUSPENDED' });
  await add({ status: 'CANCELED' });
  await add({ status: 'EXPIRED' });
  await add({ expiresAt: new Date('2001-02-03T12:00:00Z'), startsAt: new Date('2000-02-03T12:00:00Z') });
  await add({ expiresAt: new Date('2101-02-03T12:00:00Z') });
  await add({ startsAt: new Date('2100-02-03T12:00:00Z') });
  const { page } = await open(scene.owner.email, `${scene.base}/licenses`);
  const states = [...page.html.matchAll(/class="badge[^"]*">([^<]+)</gu)].map(([, text]) => text);
  t.deepEqual(states, [
    'Active',
    'Suspended',
    'Canceled',
    'Ended',
    'Ended on 3 February 2001 (UTC)',
    'Active until 3 February 2101 (UTC)',
    'Begins on 3 February 2100 (UTC)',
  ]);
});

test('an organization without licenses is told so, and another organization finds no page', async (t) => {
  const { slug, owner } = await freshTenant(server);
  const { browser, page } = await open(owner.email, `/console/${slug}/licenses`);
  t.true(page.html.includes('Your organization has no licenses yet.'));
  const other = await seatScene(server);
  t.is((await browser.open(`${other.base}/licenses`)).status, 404);
});

test('the page is German for readers of German', async (t) => {
  const scene = await seatScene(server);
  const { db } = server.identity;
  const expiresAt = new Date(Date.now() + 10 * day);
  await db.subscription.update({ where: { id: scene.subscriptionId }, data: { expiresAt } });
  await holdSeat(server, scene, scene.member);
  await makeGerman(server, scene.owner);
  await makeGerman(server, scene.member);
  const managed = await open(scene.owner.email, `${scene.base}/licenses`);
  t.regex(managed.page.html, /<h1>Lizenzen<\/h1>/u);
  t.regex(managed.page.html, /Aktiv bis \d/u);
  const own = await open(scene.member.email, `${scene.base}/licenses`);
  t.regex(own.page.html, /<h1>Ihre Lizenzen<\/h1>.*Nutzbar/u);
});
