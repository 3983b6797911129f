import test from 'ava';
import { openAccount, post } from '../support/account-pages.js';
import { addSuperAdmin, confirmed } from '../support/console-pages.js';
import { addNamed, makeGerman, type SeatScene, seatCount, seatScene } from '../support/console-seats.js';
import { addMember } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const open = (email: string, path: string) => openAccount(server.issuer, email, { path });
const rulesOf = ({ base, applicationId }: SeatScene) => `${base}/licenses/${applicationId}/rules`;
const adding = ({ licenseTypeId }: SeatScene, role = '') => ({ licenseTypeId, role, add: 'yes' });
const stored = ({ tenantId }: SeatScene) => server.identity.db.licenseRule.findMany({ where: { tenantId } });

test('owners, admins and super admins add a rule after they have seen what it does, and delete it', async (t) => {
  const { email: superAdmin } = await addSuperAdmin(server);
  for (const visitor of ['owner', 'admin', 'super admin'] as const) {
    const scene = await seatScene(server, 2);
    const email = visitor === 'super admin' ? superAdmin : scene[visitor].email;
    const { browser, page } = await open(email, rulesOf(scene));
    t.is(page.status, 200);
    t.true(page.html.includes('No rules yet.'));
    t.true(page.html.includes('Pro (2 free)'));
    for (const choice of ['Everyone (3)', 'Members (1)', 'Admins (1)', 'Owners (1)'])
      t.true(page.html.includes(choice));
    t.regex(page.html, /aria-current="page">Rules</u);

    const asked = await post(browser, page, adding(scene));
    t.true(asked.html.includes('<h1>Add the rule Pro for Everyone?</h1>'));
    t.regex(asked.html, /<strong>Seat granted \(2\)<\/strong>/u);
    t.regex(asked.html, /<strong>Put on the waiting list<\/strong>/u);
    t.deepEqual(await stored(scene), []);
    t.is(await seatCount(server, scene), 0);
    const { done } = await confirmed(browser, page, adding(scene));
    t.is(done.location, `${rulesOf(scene)}?done=rule-added`);
    t.is(await seatCount(server, scene), 2);

    const listed = await browser.open(done.location ?? '');
    t.true(listed.html.includes('The rule was added.'));
    const [rule] = await stored(scene);
    t.true(listed.html.includes(`name="delete" value="${rule?.id}"`));
    const deleted = await confirmed(browser, page, { delete: rule?.id ?? '' });
    t.true(deleted.asked.html.includes('<h1>Delete the rule Pro for Everyone?</h1>'));
    t.true(deleted.asked.html.includes('Nobody loses a seat'));
    t.is(deleted.done.location, `${rulesOf(scene)}?done=rule-deleted`);
    t.deepEqual(await stored(scene), []);
    t.is(await seatCount(server, scene), 2);
  }
});

test('what cannot be added or deleted is refused in words', async (t) => {
  const scene = await seatScene(server);
  const other = await seatScene(server);
  const { browser, page } = await open(scene.owner.email, rulesOf(scene));
  await confirmed(browser, page, adding(scene, 'admin'));
  const again = await post(browser, page, adding(scene, 'admin'));
  t.deepEqual([again.status, again.html.includes('This rule already exists.')], [409, true]);
  const foreign = await post(browser, page, { ...adding(scene), licenseTypeId: other.licenseTypeId });
  t.deepEqual([foreign.status, foreign.html.includes('Choose a license type of this application.')], [400, true]);
  t.is((await post(browser, page, adding(scene, 'guest'))).status, 422);
  t.is((await post(browser, page, { licenseTypeId: scene.licenseTypeId })).status, 422);
  const { tenantId, applicationId, licenseTypeId } = other;
  const { id } = await server.identity.db.licenseRule.create({ data: { tenantId, applicationId, licenseTypeId } });
  for (const ruleId of [id, 'nonsense', '']) {
    const refused = await post(browser, page, { delete: ruleId });
    t.deepEqual([refused.status, refused.html.includes('deleted in the meantime')], [404, true]);
  }
  t.is((await stored(other)).length, 1);
  t.is((await browser.open(`${scene.base}/licenses/${other.applicationId}/rules`)).status, 404);
});

test('the page in German', async (t) => {
  const scene = await seatScene(server);
  await makeGerman(server, scene.owner);
  await addNamed(server, scene.tenantId, 'Anna Abel');
  const { browser, page } = await open(scene.owner.email, rulesOf(scene));
  t.true(page.html.includes(`<h1>Regeln für ${scene.application}</h1>`));
  const asked = await post(browser, page, adding(scene, 'member'));
  t.true(asked.html.includes('<h1>Regel Pro für Mitglieder hinzufügen?</h1>'));
  t.true(asked.html.includes('Anna Abel'));
});

test('an invitation page offers licenses, keeps a seat for each person and shows it', async (t) => {
  const scene = await seatScene(server, 1);
  const path = `${scene.base}/invitations`;
  const { browser, page } = await open(scene.owner.email, path);
  t.true(page.html.includes('Pro (1 free)'));
  const emails = ['one', 'two'].map((name) => `${name}-${scene.slug}@people.test`);
  const fields = { emails: emails.join('\n'), role: 'member', days: '7', invite: 'yes' };
  const shown = await post(browser, page, { ...fields, [`license.${scene.applicationId}`]: scene.licenseTypeId });
  t.true(shown.html.includes('1 of 2 invitations were sent.'));
  t.true(shown.html.includes('No free seat: not invited'));
  const listed = await browser.open(path);
  t.true(listed.html.includes(`<bdi>${scene.application}: Pro</bdi>`));
  t.true(listed.html.includes('Pro (0 free)'));
  const { db } = server.identity;
  const [invitation] = await db.invitation.findMany({ where: { tenantId: scene.tenantId } });
  t.is(invitation?.email, emails[0]);
  t.is(await db.seatReservation.count({ where: { invitationId: invitation?.id ?? null } }), 1);
  // Sent again when it has expired and the seat is taken.
  await db.seatReservation.deleteMany({ where: { tenantId: scene.tenantId } });
  const { userId } = await addMember(server, scene.tenantId, 'member');
  const { tenantId, applicationId, subscriptionId } = scene;
  await db.seat.create({ data: { tenantId, applicationId, subscriptionId, userId } });
  const refused = await post(browser, page, { resend: invitation?.id ?? '' });
  t.deepEqual([refused.status, refused.html.includes('There is no free seat for this invitation.')], [400, true]);
  // Without a choice, nothing is kept.
  const third = `three-${scene.slug}@people.test`;
  await post(browser, page, { ...fields, emails: third, [`license.${applicationId}`]: '' });
  t.deepEqual((await db.invitation.findFirst({ where: { tenantId, email: third } }))?.licenses, []);
});
