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

test('the overview shows managers the seats of each application as a chart with its table', async (t) => {
  const scene = await seatScene(server, 4);
  await holdSeat(server, scene, scene.member);
  for (const { email } of [scene.owner, scene.admin, await addSuperAdmin(server)]) {
    const { page } = await open(email, scene.base);
    t.regex(page.html, /<h2>Seats<\/h2>/u);
    t.regex(
      page.html,
      /<th scope="row">Crm [^<]+<\/th><td class="number">1<\/td><td class="number">3<\/td><td class="number">4<\/td>/u,
    );
    t.true(page.html.includes('<svg width="100%"'));
    t.false(page.html.includes('/licenses/'), 'no line about an application needs attention');
  }
});

test('what needs attention is named: an end within 30 days, a suspension, no free seat', async (t) => {
  const scene = await seatScene(server, 1);
  await holdSeat(server, scene, scene.member);
  const { tenantId, applicationId, licenseTypeId, subscriptionId: id } = scene;
  const { db } = server.identity;
  const expiresAt = new Date(Date.now() + 7 * 24 * 60 * 60 * 1000);
  await db.subscription.update({ where: { id }, data: { expiresAt } });
  const more = { tenantId, applicationId, licenseTypeId, quantityPurchased: 2 };
  await db.subscription.create({ data: { ...more, status: 'SUSPENDED' } });
  const { page } = await open(scene.admin.email, scene.base);
  t.is(page.html.match(/<h2>What needs attention<\/h2>/gu)?.length, 1, 'one section, also for the lines about people');
  t.regex(
    page.html,
    /Crm [^<]+, Pro: the subscription ends on \d+ \w+ \d{4} \(UTC\)\.<\/a><span>1 person holds a seat of it\./u,
  );
  t.regex(page.html, /Crm [^<]+, Pro: the subscription is suspended\./u);
  t.regex(page.html, /Crm [^<]+: no seat is free\./u);
});

test('an end at midnight is said to be the day before, as it was entered', async (t) => {
  const scene = await seatScene(server, 1);
  const midnight = new Date(Date.now() + 7 * 24 * 60 * 60 * 1000);
  midnight.setUTCHours(0, 0, 0, 0);
  const { db } = server.identity;
  await db.subscription.update({ where: { id: scene.subscriptionId }, data: { expiresAt: midnight } });
  const last = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(Number(midnight) - 1);
  const { page } = await open(scene.admin.email, scene.base);
  t.true(page.html.includes(`the subscription ends on ${last} (UTC).`), last);
});

test('a plain member sees their own seats and nothing about the others', async (t) => {
  const scene = await seatScene(server, 2);
  await holdSeat(server, scene, scene.owner);
  const { browser, page } = await open(scene.member.email, scene.base);
  t.regex(page.html, /<h2>Your seats<\/h2>/u);
  t.true(page.html.includes('You have no seats yet.'));
  t.false(page.html.includes('Crm '));
  await holdSeat(server, scene, scene.member);
  const held = await browser.open(scene.base);
  t.regex(held.html, /<bdi>Crm [^<]+<\/bdi>.*Can be used/u);
  t.false(held.html.includes('class="chart"'));
});

test('an organization without subscriptions has no such section, and the section has no page of its own', async (t) => {
  const { slug, owner } = await freshTenant(server);
  const { browser, page } = await open(owner.email, `/console/${slug}`);
  t.false(page.html.includes('<h2>Seats</h2>'));
  t.is((await browser.open(`/console/${slug}/overview-seats`)).status, 404);
});

test('the section is German for readers of German', async (t) => {
  const scene = await seatScene(server, 1);
  await holdSeat(server, scene, scene.owner);
  await makeGerman(server, scene.owner);
  const { page } = await open(scene.owner.email, scene.base);
  t.regex(page.html, /<h2>Was Aufmerksamkeit braucht<\/h2>.*Keine Lizenz ist frei\..*<h2>Lizenzen<\/h2>/u);
});
