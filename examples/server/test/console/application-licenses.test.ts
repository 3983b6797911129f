import test from 'ava';
import { openAccount, post } from '../support/account-pages.js';
import { addSuperAdmin, outcomeIn } from '../support/console-pages.js';
import { addNamed, holdSeat, makeGerman, type SeatScene, seatCount, seatScene } from '../support/console-seats.js';
import { addMember } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const open = (email: string, path: string) => openAccount(server.issuer, email, { path });
const holdersOf = ({ base, applicationId }: SeatScene) => `${base}/licenses/${applicationId}`;
const grantOf = (scene: SeatScene) => `${holdersOf(scene)}/grant`;
const chosen = (...people: readonly { userId: string }[]) =>
  Object.fromEntries(people.map(({ userId }) => [`user.${userId}`, 'on']));
const eventsOf = ({ tenantId }: SeatScene, type: string) =>
  server.identity.db.event.count({ where: { tenantId, type: type as 'seat.granted' } });

test('owners, admins and super admins see the holders, and take seats back with a second click', async (t) => {
  const scene = await seatScene(server);
  for (const { email } of [scene.owner, scene.admin, await addSuperAdmin(server)]) {
    await holdSeat(server, scene, scene.member);
    const { browser, page } = await open(email, holdersOf(scene));
    t.is(page.status, 200);
    t.true(page.html.includes(scene.member.email));
    t.true(page.html.includes('1 seat is held.'));
    const fields = chosen(scene.member);
    const asked = await post(browser, page, fields);
    t.is(asked.status, 200);
    t.true(asked.html.includes(`<h1>Take the seat back from ${scene.member.email}?</h1>`));
    t.regex(asked.html, /<strong>Seat taken back<\/strong><span>[^<]*Crm/u);
    t.true(asked.html.includes('can no longer use Crm'));
    t.is(await seatCount(server, scene), 1, 'the first click changes nothing');
    const done = await post(browser, page, { ...fields, outcome: outcomeIn(asked) });
    t.is(done.location, `${holdersOf(scene)}?done=taken-back`);
    t.is(await seatCount(server, scene), 0);
    const after = await browser.open(done.location ?? '');
    t.true(after.html.includes('The seats were taken back.'));
    t.true(after.html.includes('No seats assigned yet.'));
  }
  t.is(await eventsOf(scene, 'seat.revoked'), 3);
});

test('seats of several people are taken back at once; if one has none any more, nobody loses theirs', async (t) => {
  const scene = await seatScene(server);
  const anna = await addNamed(server, scene.tenantId, 'Anna Abel');
  for (const each of [scene.member, anna]) await holdSeat(server, scene, each);
  const { browser, page } = await open(scene.owner.email, holdersOf(scene));
  const asked = await post(browser, page, chosen(scene.member, anna));
  t.true(asked.html.includes('<h1>Take back 2 seats?</h1>'));
  await server.identity.db.seat.deleteMany({ where: { userId: anna.userId } });
  const again = await post(browser, page, { ...chosen(scene.member, anna), outcome: outcomeIn(asked) });
  t.is(again.status, 404);
  t.true(again.html.includes('No seat was taken back.'));
  t.true(again.html.includes('<bdi>Anna Abel</bdi> has no seat of this application any more.'));
  t.is(await seatCount(server, scene), 1);
});

test('seats are granted to several members at once, and both lists show it', async (t) => {
  const scene = await seatScene(server);
  const anna = await addNamed(server, scene.tenantId, 'Anna Abel');
  for (const [{ email }, people] of [
    [scene.owner, [anna, scene.member]],
    [scene.admin, [scene.owner]],
  ] as const) {
    const { browser, page } = await open(email, grantOf(scene));
    t.is(page.status, 200);
    for (const { userId } of people) t.true(page.html.includes(`name="user.${userId}"`));
    const done = await post(browser, page, { ...chosen(...people), licenseType: scene.licenseTypeId });
    t.is(done.location, `${holdersOf(scene)}?done=granted`);
    const after = await browser.open(done.location ?? '');
    t.true(after.html.includes('The seats were granted.'));
    for (const { userId } of people) t.true(after.html.includes(`name="user.${userId}"`));
    const next = await browser.open(grantOf(scene));
    for (const { userId } of people) t.false(next.html.includes(`name="user.${userId}"`));
  }
  t.is(await seatCount(server, scene), 3);
  t.is(await eventsOf(scene, 'seat.granted'), 3);
});

test('a super admin who is not a member grants a seat', async (t) => {
  const scene = await seatScene(server);
  const { browser, page } = await open((await addSuperAdmin(server)).email, grantOf(scene));
  const done = await post(browser, page, { ...chosen(scene.member), licenseType: scene.licenseTypeId });
  t.is(done.status, 303);
  t.is(await seatCount(server, scene), 1);
});

test('if one of many cannot get a seat, nobody does; the page says why and for whom, and keeps the others chosen', async (t) => {
  const scene = await seatScene(server, 3);
  const anna = await addNamed(server, scene.tenantId, 'Anna Abel');
  const bert = await addNamed(server, scene.tenantId, 'Bert Brix');
  const cleo = await addNamed(server, scene.tenantId, 'Cleo Cohn');
  const dora = await addNamed(server, scene.tenantId, 'Dora Dorn');
  const stranger = await addMember(server, (await seatScene(server)).tenantId, 'member');
  await holdSeat(server, scene, bert);
  await server.identity.db.membership.update({ where: { id: cleo.membershipId }, data: { status: 'SUSPENDED' } });
  const { browser, page } = await open(scene.owner.email, grantOf(scene));
  const everybody = chosen(anna, bert, cleo, stranger, scene.member, dora);
  const refused = await post(browser, page, { ...everybody, licenseType: scene.licenseTypeId });
  t.is(refused.status, 400);
  t.true(refused.html.includes('No seat was granted.'));
  t.true(refused.html.includes('<bdi>Bert Brix</bdi> already has a seat of this application.'));
  t.true(refused.html.includes('<bdi>Cleo Cohn</bdi> is not an active member.'));
  t.true(refused.html.includes('Somebody outside of this organization is not an active member.'));
  t.true(refused.html.includes('No free seat is left for <bdi>Dora Dorn</bdi>.'));
  t.false(refused.html.includes(stranger.email));
  t.is(await seatCount(server, scene), 1);
  const isChecked = ({ userId }: { userId: string }) =>
    /<input[^>]*>/gu[Symbol.match](refused.html)?.some((tag) => tag.includes(userId) && / checked/u.test(tag));
  t.deepEqual([anna, bert, cleo, scene.member, dora].map(isChecked), [true, false, false, true, false]);
  const again = await post(browser, page, { ...chosen(anna, scene.member), licenseType: scene.licenseTypeId });
  t.is(again.status, 303);
  t.is(await seatCount(server, scene), 3);
});

test('without a free seat the page says so and has no form', async (t) => {
  const scene = await seatScene(server, 1);
  await holdSeat(server, scene, scene.owner);
  const { browser, page } = await open(scene.owner.email, grantOf(scene));
  t.true(page.html.includes('No seats are free.'));
  t.false(page.html.includes('type="checkbox"'));
  const refused = await post(browser, page, { ...chosen(scene.member), licenseType: scene.licenseTypeId });
  t.true(refused.html.includes('No free seat is left for'));
  t.is(await seatCount(server, scene), 1);
});

test('a plain member sees neither page, and can neither grant nor take back nor download', async (t) => {
  const scene = await seatScene(server);
  await holdSeat(server, scene, scene.owner);
  const { browser, page } = await open(scene.member.email, scene.base);
  for (const path of [holdersOf(scene), grantOf(scene), `${holdersOf(scene)}?download=holders`]) {
    const refused = await browser.open(path);
    t.is(refused.status, 403);
    t.false(refused.html.includes(scene.owner.email));
  }
  const fields = { ...chosen(scene.owner), licenseType: scene.licenseTypeId };
  for (const path of [holdersOf(scene), grantOf(scene)]) {
    t.is((await post(browser, page, fields, { path })).status, 403);
    t.is((await post(browser, page, { ...fields, outcome: 'x' }, { path })).status, 403);
  }
  t.is(await seatCount(server, scene), 1);
});

test('an admin who was demoted is refused, also from a page that is still open', async (t) => {
  const scene = await seatScene(server);
  await holdSeat(server, scene, scene.owner);
  const { browser, page } = await open(scene.admin.email, holdersOf(scene));
  const where = { id: scene.admin.membershipId };
  await server.identity.db.membership.update({ where, data: { role: 'member' } });
  t.is((await post(browser, page, chosen(scene.owner))).status, 403);
  t.is(await seatCount(server, scene), 1);
});

test('another organization finds neither the page nor the people, and its application is not found here', async (t) => {
  const [scene, other] = [await seatScene(server), await seatScene(server)];
  await holdSeat(server, other, other.member);
  const { browser, page } = await open(scene.owner.email, holdersOf(scene));
  t.is((await browser.open(holdersOf(other))).status, 404);
  t.is((await browser.open(grantOf(other))).status, 404);
  t.is((await post(browser, page, chosen(other.member), { path: holdersOf(other) })).status, 404);
  const foreign = await post(browser, page, chosen(other.member));
  t.is(foreign.status, 404);
  t.false(foreign.html.includes(other.member.email));
  for (const id of [other.applicationId, crypto.randomUUID(), 'x', "'--"]) {
    t.is((await browser.open(`${scene.base}/licenses/${encodeURIComponent(id)}`)).status, 404, id);
    t.is((await browser.open(`${scene.base}/licenses/${encodeURIComponent(id)}/grant`)).status, 404, id);
  }
  t.is(await seatCount(server, other), 1);
});

test('the holders are searched by name or email, 50 on a page, and downloaded', async (t) => {
  const scene = await seatScene(server, 100);
  const { tenantId, applicationId, subscriptionId } = scene;
  const hostile = await addNamed(server, tenantId, '=cmd|"<script>alert(1)</script>');
  await holdSeat(server, scene, hostile);
  const { db } = server.identity;
  const people = Array.from({ length: 54 }, (_, index) => ({
    id: crypto.randomUUID(),
    displayName: `Person ${String(index).padStart(2, '0')}`,
    email: `${crypto.randomUUID()}@people.test`,
  }));
  await db.user.createMany({ data: people.map((each) => ({ ...each, normalizedEmail: each.email })) });
  await db.membership.createMany({ data: people.map(({ id: userId }) => ({ tenantId, userId })) });
  const seats = people.map(({ id: userId }) => ({ tenantId, applicationId, subscriptionId, userId }));
  await db.seat.createMany({ data: seats });
  const { browser, page } = await open(scene.owner.email, holdersOf(scene));
  t.is(page.html.match(/<input type="checkbox" name="user\./gu)?.length, 50);
  t.true(page.html.includes('55 seats are held.'));
  t.false(page.html.includes('<script>alert'));
  t.true(page.html.length < 100_000, String(page.html.length));
  const next = /href="([^"]+after=[^"]+)"/u.exec(page.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  t.is((await browser.open(next)).html.match(/<input type="checkbox" name="user\./gu)?.length, 5);
  const found = await browser.open(`${holdersOf(scene)}?search=PERSON%2007`);
  t.is(found.html.match(/<input type="checkbox" name="user\./gu)?.length, 1);
  t.true(found.html.includes('Person 07'));
  const none = await browser.open(`${holdersOf(scene)}?search=%3Cimg%3E`);
  t.true(none.html.includes('No one with a seat found.'));
  const file = await browser.request('GET', new URL(`${holdersOf(scene)}?download=holders`, server.issuer));
  t.is(file.headers.get('content-type'), 'text/csv; charset=utf-8');
  t.is(file.headers.get('content-disposition'), `attachment; filename="seats-${scene.slug}.csv"`);
  const lines = (await file.text()).trim().split('\r\n');
  t.is(lines.length, 56);
  t.is(lines[0]?.replace('\uFEFF', ''), 'Name,Email,License type,Since,State,User ID,Last use');
  t.true(lines.some((each) => each.startsWith(`"'=cmd|""`)));
});

test('members to grant to are found by name; hostile input is refused in words or ignored', async (t) => {
  const scene = await seatScene(server);
  const anna = await addNamed(server, scene.tenantId, 'Anna Abel');
  const { browser, page } = await open(scene.owner.email, grantOf(scene));
  const found = await browser.open(`${grantOf(scene)}?search=abel`);
  t.true(found.html.includes(`name="user.${anna.userId}"`));
  t.false(found.html.includes(`name="user.${scene.member.userId}"`));
  const send = (fields: Record<string, string>) => post(browser, page, fields);
  const nobody = await send({ licenseType: scene.licenseTypeId });
  t.is(nobody.status, 422);
  t.true(nobody.html.includes('Select at least one person.'));
  const many = Object.fromEntries(Array.from({ length: 201 }, () => [`user.${crypto.randomUUID()}`, 'on']));
  t.true(
    (await send({ ...many, licenseType: scene.licenseTypeId })).html.includes('Select at most 200 people at once.'),
  );
  for (const licenseType of [
    '',
    'pro',
    "'; DROP TABLE",
    crypto.randomUUID(),
    (await seatScene(server)).licenseTypeId,
  ]) {
    const refused = await send({ ...chosen(anna), licenseType });
    t.is(refused.status, 400);
    t.true(refused.html.includes('Choose a license type of this application.'));
  }
  const odd = await send({ 'user.<b>': 'on', 'user.__proto__': 'on', licenseType: scene.licenseTypeId });
  t.true(odd.html.includes('is not an active member'));
  for (const [query, status] of [
    ['after=x', 200],
    [`search=${'x'.repeat(5_000)}`, 200],
    [`search=a&after=${crypto.randomUUID()}AA`, 200],
    ['search=%EF%BF%BF&after=%27', 200],
    ['after=%00', 400],
    ['search=%00', 400],
  ] as const) {
    t.is((await browser.open(`${grantOf(scene)}?${query}`)).status, status, query);
    t.is((await browser.open(`${holdersOf(scene)}?${query}`)).status, status, query);
  }
  t.is(await seatCount(server, scene), 0);
});

test('a form from another origin or an older session is refused', async (t) => {
  const scene = await seatScene(server);
  const { browser, page } = await open(scene.owner.email, grantOf(scene));
  const fields = { ...chosen(scene.member), licenseType: scene.licenseTypeId };
  t.is((await post(browser, page, fields, { headers: { origin: 'https://evil.test' } })).status, 400);
  t.is((await post(browser, page, { ...fields, formToken: 'older' })).status, 400);
  t.is(await seatCount(server, scene), 0);
});

test('both pages are German for readers of German', async (t) => {
  const scene = await seatScene(server);
  await holdSeat(server, scene, scene.member);
  await makeGerman(server, scene.owner);
  const { browser, page } = await open(scene.owner.email, holdersOf(scene));
  t.regex(page.html, /<h1>Lizenzen für Crm .*1 Lizenz ist vergeben\..*Ausgewählte Lizenzen entziehen/u);
  const asked = await post(browser, page, chosen(scene.member));
  t.true(asked.html.includes('die Lizenz entziehen?</h1>'));
  const refused = await post(
    browser,
    page,
    { ...chosen(scene.member), licenseType: scene.licenseTypeId },
    { path: grantOf(scene) },
  );
  t.true(refused.html.includes('hat bereits eine Lizenz für diese Anwendung'));
  t.regex((await browser.open(grantOf(scene))).html, /Mitglieder ohne Lizenz/u);
});
