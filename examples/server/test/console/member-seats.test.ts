import test from 'ava';
import { openAccount, post } from '../support/account-pages.js';
import { addSuperAdmin, outcomeIn } from '../support/console-pages.js';
import { holdSeat, makeGerman, type SeatScene, seatCount, seatScene } from '../support/console-seats.js';
import { addMember, type Member } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const open = (email: string, path: string) => openAccount(server.issuer, email, { path });
const memberPage = ({ base }: SeatScene, { membershipId }: Member) => `${base}/members/${membershipId}`;
const seatsPage = (scene: SeatScene, member: Member) => `${memberPage(scene, member)}/seats`;

test('owners, admins and super admins grant a member a seat and take it back with a second click', async (t) => {
  const scene = await seatScene(server);
  const { member, licenseTypeId, applicationId } = scene;
  for (const { email } of [scene.owner, scene.admin, await addSuperAdmin(server)]) {
    const { browser, page } = await open(email, seatsPage(scene, member));
    t.is(page.status, 200);
    t.true(page.html.includes('No seats.'));
    t.regex(page.html, /<optgroup label="Crm [^"]+"><option value="[^"]+">Pro \(3 free\)</u);
    const granted = await post(browser, page, { license: licenseTypeId });
    t.is(granted.location, `${memberPage(scene, member)}?done=seat-granted`);
    t.is(await seatCount(server, scene), 1);
    const held = await browser.open(seatsPage(scene, member));
    t.regex(held.html, /<bdi>Crm [^<]+<\/bdi>.*<bdi>Pro<\/bdi>.*Can be used/u);
    t.regex(held.html, /Take back<span class="hidden"> the seat of Crm [^<]+<\/span>/u);
    t.true(held.html.includes('This member has a seat of every application.'));
    const asked = await post(browser, held, { takeBack: applicationId });
    t.true(asked.html.includes(`<h1>Take the seat back from ${member.email}?</h1>`));
    t.is(await seatCount(server, scene), 1, 'the first click changes nothing');
    const taken = await post(browser, held, { takeBack: applicationId, outcome: outcomeIn(asked) });
    t.is(taken.location, `${memberPage(scene, member)}?done=seat-taken-back`);
    t.is(await seatCount(server, scene), 0);
  }
});

test('a plain member sees their own seats without buttons, and those of nobody else', async (t) => {
  const scene = await seatScene(server);
  const { member, owner, applicationId, licenseTypeId } = scene;
  for (const each of [member, owner]) await holdSeat(server, scene, each);
  const { browser, page } = await open(member.email, seatsPage(scene, member));
  t.true(page.html.includes('Can be used'));
  t.false(page.html.includes('name="takeBack"'));
  t.false(page.html.includes('name="license"'));
  const other = await browser.open(seatsPage(scene, owner));
  t.false(other.html.includes('Can be used'));
  t.false(other.html.includes('Crm '));
  for (const whose of [member, owner]) {
    for (const fields of [
      { takeBack: applicationId },
      { takeBack: applicationId, outcome: 'x' },
      { license: licenseTypeId },
    ]) {
      t.is((await post(browser, page, fields, { path: seatsPage(scene, whose) })).status, 403);
    }
  }
  t.is(await seatCount(server, scene), 2);
});

test('another organization finds neither the page nor the member', async (t) => {
  const [scene, other] = [await seatScene(server), await seatScene(server)];
  await holdSeat(server, other, other.member);
  const { browser, page } = await open(scene.owner.email, seatsPage(scene, scene.member));
  t.is((await browser.open(seatsPage(other, other.member))).status, 404);
  const foreign = `${scene.base}/members/${other.member.membershipId}/seats`;
  t.is((await browser.open(foreign)).status, 404);
  t.is((await post(browser, page, { takeBack: other.applicationId }, { path: foreign })).status, 404);
  t.is((await post(browser, page, { license: scene.licenseTypeId }, { path: foreign })).status, 404);
  for (const id of [crypto.randomUUID(), 'x', "'--"]) {
    t.is((await browser.open(`${scene.base}/members/${encodeURIComponent(id)}/seats`)).status, 404, id);
  }
  t.is(await seatCount(server, other), 1);
});

test('a refused grant says why: no free seat, already a seat, not active, or not a license of this organization', async (t) => {
  const scene = await seatScene(server, 1);
  const { member, owner, licenseTypeId } = scene;
  const suspended = await addMember(server, scene.tenantId, 'member', 'SUSPENDED');
  const { browser, page } = await open(owner.email, seatsPage(scene, member));
  const send = (whose: Member, license: string) => post(browser, page, { license }, { path: seatsPage(scene, whose) });
  const inactive = await send(suspended, licenseTypeId);
  t.is(inactive.status, 404);
  t.true(inactive.html.includes('Only active members can get a seat.'));
  t.true(inactive.html.includes('Only active members can have seats.'));
  await holdSeat(server, scene, owner);
  const full = await send(member, licenseTypeId);
  t.true(full.html.includes('There is no free seat of this license.'));
  t.true(full.html.includes('There is no free seat to grant.'));
  t.true((await send(owner, licenseTypeId)).html.includes('This member already has a seat of the application.'));
  const foreign = (await seatScene(server)).licenseTypeId;
  for (const license of ['', 'pro', "'; DROP TABLE", '__proto__', foreign]) {
    const refused = await send(member, license);
    t.is(refused.status, 400);
    t.true(refused.html.includes('Choose a license type of this application.'));
  }
  for (const takeBack of [scene.applicationId, crypto.randomUUID(), '<b>', '']) {
    const refused = await post(browser, page, { takeBack });
    t.true(refused.status >= 400 && refused.status < 500);
    t.false(refused.html.includes('<b>'));
  }
  t.is(await seatCount(server, scene), 1);
});

test('an admin who was demoted is refused, also from a page that is still open', async (t) => {
  const scene = await seatScene(server);
  const { browser, page } = await open(scene.admin.email, seatsPage(scene, scene.member));
  const where = { id: scene.admin.membershipId };
  await server.identity.db.membership.update({ where, data: { role: 'member' } });
  t.is((await post(browser, page, { license: scene.licenseTypeId })).status, 403);
  t.is(await seatCount(server, scene), 0);
});

test('the page is German for readers of German', async (t) => {
  const scene = await seatScene(server);
  await holdSeat(server, scene, scene.member);
  await makeGerman(server, scene.owner);
  const { browser, page } = await open(scene.owner.email, seatsPage(scene, scene.member));
  t.regex(page.html, /<h1>Lizenzen<\/h1>.*Nutzbar.*Entziehen/u);
  const asked = await post(browser, page, { takeBack: scene.applicationId });
  t.true(asked.html.includes('die Lizenz entziehen?</h1>'));
});
