import test from 'ava';
import { openAccount, post } from '../support/account-pages.js';
import { holdSeat, makeGerman, type SeatScene, seatScene } from '../support/console-seats.js';
import { addMember, addUser } from '../support/tenant-api.js';
import { startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
test.before(async () => {
  server = await startTestServer();
});
test.after.always(() => server?.stop());

const path = '/account/licenses';
const open = ({ email }: { email: string }) => openAccount(server.issuer, email, { path });
const licenseOf = ({ tenantId, applicationId }: SeatScene) => `${tenantId}.${applicationId}`;
const requestsOf = ({ userId }: { userId: string }) =>
  server.identity.db.licenseRequest.findMany({ where: { userId }, orderBy: { id: 'asc' } });

test('a member asks for a license, sees the request, withdraws it and asks again', async (t) => {
  const scene = await seatScene(server);
  const { browser, page } = await open(scene.member);
  t.true(page.html.includes('You have no licenses.'));
  t.true(page.html.includes(`<option value="${licenseOf(scene)}"`));
  const sent = await post(browser, page, { license: licenseOf(scene), note: 'for the fair' });
  t.is(sent.location, `${path}?done=requested`);
  const after = await browser.open(sent.location ?? '');
  t.true(after.html.includes('Your request was sent.'));
  t.true(after.html.includes('for the fair') && after.html.includes('Not decided yet'));
  t.false(after.html.includes(`<option value="${licenseOf(scene)}"`), 'it cannot be asked for twice');
  const [request] = await requestsOf(scene.member);
  t.like(request, { status: 'PENDING', tenantId: scene.tenantId, licenseTypeId: null });
  const again = await post(browser, page, { license: licenseOf(scene), note: '' });
  t.is(again.status, 409);
  t.true(again.html.includes('You already asked for a license for this application.'));
  const withdraw = { withdraw: request?.id ?? '', tenantId: scene.tenantId };
  t.is((await post(browser, page, withdraw)).location, `${path}?done=withdrawn`);
  t.deepEqual(await requestsOf(scene.member), []);
  t.is((await post(browser, page, withdraw)).status, 404);
  const event = { tenantId: scene.tenantId, type: 'license_request.withdrawn', subjectId: scene.member.userId };
  t.is(await server.identity.db.event.count({ where: event }), 1);
  t.is((await post(browser, page, { license: `${licenseOf(scene)}.${scene.licenseTypeId}`, note: '' })).status, 303);
  t.is((await requestsOf(scene.member))[0]?.licenseTypeId, scene.licenseTypeId);
});

test('licenses of all tenants, and the place in a waiting list', async (t) => {
  const [one, two, three] = [await seatScene(server), await seatScene(server, 1), await seatScene(server)];
  const { member } = one;
  const { db } = server.identity;
  for (const { tenantId } of [two, three]) await db.membership.create({ data: { tenantId, userId: member.userId } });
  await holdSeat(server, one, member);
  await db.subscription.update({ where: { id: one.subscriptionId }, data: { status: 'SUSPENDED' } });
  const { tenantId, applicationId, licenseTypeId } = two;
  for (const { userId } of [two.admin, member]) {
    await db.$executeRaw`
      INSERT INTO identity.license_requests (id, tenant_id, user_id, application_id, license_type_id, status, waiting_number)
      VALUES (gen_random_uuid(), ${tenantId}::uuid, ${userId}::uuid, ${applicationId}::uuid, ${licenseTypeId}::uuid,
              'WAITING', nextval('identity.license_waiting_numbers'))`;
  }
  await makeGerman(server, member);
  const { browser, page } = await open(member);
  t.true(page.html.includes('Ihre Lizenzen'));
  t.true(page.html.includes(one.application) && page.html.includes('Das Abonnement ist ausgesetzt.'));
  t.true(page.html.includes('Platz 2 auf der Warteliste'));
  t.true(page.html.includes(`<option value="${licenseOf(three)}"`));
  for (const scene of [one, two]) t.false(page.html.includes(`<option value="${licenseOf(scene)}"`));
  // Who waits can withdraw as well.
  const [waiting] = await requestsOf(member);
  t.is((await post(browser, page, { withdraw: waiting?.id ?? '', tenantId })).status, 303);
  t.deepEqual(await requestsOf(member), []);
});

test('nobody asks in a tenant of others, nor withdraws what is not theirs', async (t) => {
  const [mine, other] = [await seatScene(server), await seatScene(server)];
  const { browser, page } = await open(mine.member);
  t.is((await post(browser, page, { license: licenseOf(other), note: '' })).status, 404);
  for (const license of ['', 'nonsense', `${mine.tenantId}.`, `nonsense.${mine.applicationId}`]) {
    const { status } = await post(browser, page, { license, note: '' });
    t.true(status >= 400 && status < 500, `${license}: ${status}`);
  }
  const data = { tenantId: mine.tenantId, applicationId: mine.applicationId, userId: mine.admin.userId };
  const { id } = await server.identity.db.licenseRequest.create({ data });
  t.is((await post(browser, page, { withdraw: id, tenantId: mine.tenantId })).status, 404);
  t.is((await requestsOf(mine.admin)).length, 1);
  await server.identity.db.membership.update({
    where: { id: mine.member.membershipId },
    data: { status: 'SUSPENDED' },
  });
  t.is((await post(browser, page, { license: licenseOf(mine), note: '' })).status, 404);
  t.deepEqual(await requestsOf(mine.member), []);
});

test('a note that is too long is refused at its field; a tenant with a second factor needs one', async (t) => {
  const scene = await seatScene(server);
  const member = await addMember(server, scene.tenantId, 'member');
  const { browser, page } = await open(member);
  const long = await post(browser, page, { license: licenseOf(scene), note: 'x'.repeat(501) });
  t.is(long.status, 422);
  t.true(long.html.includes('Enter at most 500 characters.'));
  await server.identity.db.tenant.update({ where: { id: scene.tenantId }, data: { mfaPolicy: 'REQUIRED' } });
  const refused = await post(browser, page, { license: licenseOf(scene), note: '' });
  t.is(refused.status, 403);
  t.true(refused.html.includes('This organization requires a second factor.'));
  t.deepEqual(await requestsOf(member), []);
});

test('a user without a tenant has an empty page', async (t) => {
  const { page } = await open(await addUser(server));
  t.is(page.status, 200);
  t.true(page.html.includes('You have no licenses.'));
  t.false(page.html.includes('<select'));
});
