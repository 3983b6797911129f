import test from 'ava';
import { openAccount } from '../support/account-pages.js';
import { seatScene } from '../support/console-seats.js';
import { openPlatform } from '../support/platform-pages.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

/** The zones of all times on a page, each once. */
const zonesIn = (html: string) => [
  ...new Set([...html.matchAll(/<time [^>]*>[^<]*?([A-Z]{3,}(?:[+-]\d+)?)\)?<\/time>/gu)].map(([, zone]) => zone)),
];

async function pagesWith(zoneinfo: string | null) {
  const scene = await seatScene(server);
  const { db } = server.identity;
  await db.user.update({ where: { id: scene.owner.userId }, data: { zoneinfo } });
  // In winter, so that the name of the zone does not depend on today.
  const joinedAt = new Date('2026-01-31T23:30:15.000Z');
  await db.membership.updateMany({ where: { tenantId: scene.tenantId }, data: { joinedAt } });
  await db.tenant.update({ where: { id: scene.tenantId }, data: { createdAt: joinedAt } });
  const event = { type: 'tenant.updated', tenantId: scene.tenantId, actorKind: 'system' };
  await db.event.create({ data: event });
  const { browser, page: overview } = await openAccount(server.issuer, scene.owner.email, { path: scene.base });
  const open = (path: string) => browser.open(path);
  return { scene, overview, open };
}

test('pages show times in the zone of the profile, with its name and the exact time in UTC', async (t) => {
  const { scene, overview, open } = await pagesWith('Asia/Tokyo');
  const { html } = await open(`${scene.base}/members`);
  t.true(
    html.includes('<time datetime="2026-01-31T23:30:15Z" title="2026-01-31 23:30:15 UTC">1 Feb 2026, 08:30 GMT+9'),
  );
  t.true(overview.html.includes('>1 February 2026 (GMT+9)</time>'), 'also days');
  for (const path of [`${scene.base}/members`, `${scene.base}/audit`, '/account', '/account/sessions'])
    t.deepEqual(zonesIn((await open(path)).html), ['GMT+9'], path);
});

test('without a zone, or with one that is not known, pages show UTC', async (t) => {
  for (const zone of [null, 'US/Pacific-New-Alias', '<b>']) {
    const { scene, open } = await pagesWith(zone);
    for (const path of [`${scene.base}/members`, `${scene.base}/audit`, '/account', '/account/sessions']) {
      const { status, html } = await open(path);
      t.is(status, 200, `${path} ${zone}`);
      t.deepEqual(zonesIn(html), ['UTC'], `${path} ${zone}`);
    }
  }
});

test('the console of the platform shows the zone of its operator; ends of subscriptions stay the days that were entered', async (t) => {
  const operator = await openPlatform(server);
  const { db } = server.identity;
  await db.user.update({ where: { id: operator.userId }, data: { zoneinfo: 'Asia/Tokyo' } });
  const scene = await seatScene(server);
  const expiresAt = new Date('2101-02-04T00:00:00.000Z');
  await db.subscription.update({ where: { id: scene.subscriptionId }, data: { expiresAt } });
  t.deepEqual(zonesIn((await operator.open('keys')).html), ['GMT+9']);
  const { html } = await operator.open(`subscriptions/${scene.tenantId}`);
  t.true(html.includes('Active until 3 February 2101 (UTC)'));
});
