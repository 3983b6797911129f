import { days, passTime } from '@org/identity-testing/pass-time';
import test from 'ava';
import { deleteRule } from '../../src/rules/delete-rule.js';
import { listRules } from '../../src/rules/list-rules.js';
import { grantSeat } from '../../src/seats/grant-seat.js';
import { revokeSeat } from '../../src/seats/revoke-seat.js';
import { addRule, addType, causedFor, changeMember, join, seated, superAdmin, waiters } from '../support/joining.js';
import {
  addLicensedTenant,
  addMember,
  brokenRules,
  type LicensedTenant,
  openTestServices,
  suspend,
  type TestServices,
} from '../support/licensed-tenant.js';

let services: TestServices;
test.before(async () => {
  services = await openTestServices();
});
test.after.always(() => services?.close());

/** A member's request for a seat, which nobody has decided. */
const ask = (tenant: LicensedTenant, userId: string, licenseTypeId: string | null = null) =>
  services.db.licenseRequest.create({
    data: { tenantId: tenant.tenantId, applicationId: tenant.applicationId, userId, licenseTypeId },
  });

test('a new rule gives seats in the order in which the members joined; the others wait, in that order', async (t) => {
  const tenant = await addLicensedTenant(services.db, 2);
  const { tenantId } = tenant;
  const users: string[] = [];
  for (let index = 0; index < 5; index += 1) users.push(await addMember(services.db, tenantId));
  await addMember(services.db, tenantId, 'SUSPENDED');
  // The last one joined first: the ids have another order.
  for (const [index, userId] of users.entries()) {
    const joinedAt = new Date(Date.now() - index * 60_000);
    await services.db.membership.update({ where: { tenantId_userId: { tenantId, userId } }, data: { joinedAt } });
  }
  const inOrder = [...users].reverse();
  await addRule(services, tenant);
  t.deepEqual((await seated(services, tenant)).sort(), inOrder.slice(0, 2).sort());
  t.deepEqual(await waiters(services, tenant), inOrder.slice(2));
  t.deepEqual((await causedFor(services, tenantId, 'seat.granted', 'rule')).sort(), inOrder.slice(0, 2).sort());
  const waiting = await causedFor(services, tenantId, 'license_request.waiting', 'rule');
  t.deepEqual(waiting.sort(), inOrder.slice(2).sort());
  // Nobody has requested the seats that were given at once.
  t.is(await services.db.licenseRequest.count({ where: { tenantId } }), 3);
  await revokeSeat(services, { ...tenant, userId: inOrder[0] ?? '' });
  t.deepEqual(await seated(services, tenant), inOrder.slice(1, 3));
  t.deepEqual(await brokenRules(services), []);
});

test('who joins gets the seat of a rule in the same transaction, or waits for it', async (t) => {
  const tenant = await addLicensedTenant(services.db, 1);
  const { tenantId } = tenant;
  await addRule(services, tenant);
  const first = await join(services, tenantId);
  const second = await join(services, tenantId);
  t.deepEqual(await seated(services, tenant), [first]);
  t.deepEqual(await waiters(services, tenant), [second]);
  t.deepEqual(await causedFor(services, tenantId, 'seat.granted', 'rule'), [first]);
  t.deepEqual(await causedFor(services, tenantId, 'license_request.waiting', 'rule'), [second]);
  const where = { tenantId, type: 'license_request.waiting' };
  const { data } = await services.db.event.findFirstOrThrow({ where });
  const { id: requestId } = await services.db.licenseRequest.findFirstOrThrow({ where: { tenantId } });
  const { applicationId, licenseTypeId } = tenant;
  t.deepEqual(data, { requestId, applicationId, licenseTypeId, cause: 'rule' });
});

test('a rule for a role is for those who have it, or get it', async (t) => {
  const tenant = await addLicensedTenant(services.db, 5);
  const { tenantId } = tenant;
  await addRule(services, tenant, 'admin');
  const member = await join(services, tenantId);
  const admin = await join(services, tenantId, { role: 'admin' });
  t.deepEqual(await seated(services, tenant), [admin]);
  await changeMember(services, { tenantId, userId: member }, { role: 'admin' });
  t.deepEqual(await seated(services, tenant), [admin, member]);
  // Nobody loses a seat by a rule that no longer matches.
  await changeMember(services, { tenantId, userId: admin }, { role: 'member' });
  t.deepEqual(await seated(services, tenant), [admin, member]);
  await suspend(services, tenantId, member);
  t.deepEqual(await seated(services, tenant), [admin]);
  await changeMember(services, { tenantId, userId: member }, { status: 'ACTIVE' });
  t.deepEqual(await seated(services, tenant), [admin, member]);
});

test('of several rules for one application, the oldest with a free seat counts; without one, the oldest', async (t) => {
  const small = await addLicensedTenant(services.db, 1);
  const large = await addType(services, small, 1);
  const { tenantId } = small;
  await addRule(services, small, 'member');
  await addRule(services, large);
  const users = [await join(services, tenantId), await join(services, tenantId), await join(services, tenantId)];
  t.deepEqual(await seated(services, small), [users[0]]);
  t.deepEqual(await seated(services, large), [users[1]]);
  t.deepEqual(await waiters(services, small), [users[2]]);
  t.deepEqual(await waiters(services, large), []);
  // An admin matches the second rule only.
  const admin = await join(services, tenantId, { role: 'admin' });
  t.deepEqual(await waiters(services, large), [admin]);
});

test('a request that is not decided is granted by a rule, or becomes a place in the waiting list', async (t) => {
  const tenant = await addLicensedTenant(services.db, 1);
  const { tenantId } = tenant;
  const users = [await addMember(services.db, tenantId), await addMember(services.db, tenantId)];
  const requests = [await ask(tenant, users[0] ?? ''), await ask(tenant, users[1] ?? '')];
  await addRule(services, tenant);
  t.deepEqual(await seated(services, tenant), [users[0]]);
  t.deepEqual(await waiters(services, tenant), [users[1]]);
  const after = await services.db.licenseRequest.findMany({ where: { tenantId }, orderBy: { id: 'asc' } });
  t.deepEqual(
    after.map(({ id, status }) => [id, status]),
    [
      [requests[0]?.id, 'GRANTED'],
      [requests[1]?.id, 'WAITING'],
    ],
  );
});

test('who waits for another license of the application gets the free seat of a rule', async (t) => {
  const full = await addLicensedTenant(services.db, 1);
  const open = await addType(services, full, 2);
  const { tenantId } = full;
  await addRule(services, full);
  await join(services, tenantId);
  const waiting = [await join(services, tenantId), await join(services, tenantId), await join(services, tenantId)];
  t.deepEqual(await waiters(services, full), waiting);
  // The role comes to match: the member's own change gives the seat.
  const [first = '', second, third] = waiting;
  await services.db.licenseRule.deleteMany({ where: { tenantId } });
  await services.db.licenseRule.create({
    data: { tenantId, applicationId: open.applicationId, licenseTypeId: open.licenseTypeId, role: 'admin' },
  });
  await changeMember(services, { tenantId, userId: first }, { role: 'admin' });
  t.deepEqual(await seated(services, open), [first]);
  // A new rule does the same, as long as there are seats. The others keep their places.
  await addRule(services, open);
  t.deepEqual(await seated(services, open), [first, second]);
  t.deepEqual(await waiters(services, full), [third]);
  t.deepEqual(await brokenRules(services), []);
});

test('a seat that is free because a reservation has expired goes to those who wait, before it goes to a new member', async (t) => {
  const tenant = await addLicensedTenant(services.db, 1);
  const { tenantId, subscriptionId, applicationId } = tenant;
  await services.db.seatReservation.create({
    data: { tenantId, subscriptionId, applicationId, expiresAt: new Date(Date.now() + days(1)) },
  });
  await addRule(services, tenant);
  const first = await join(services, tenantId);
  await passTime(services.db, { tenantId, milliseconds: days(1) });
  const second = await join(services, tenantId);
  t.deepEqual(await seated(services, tenant), [first]);
  t.deepEqual(await waiters(services, tenant), [second]);
});

test('a deleted rule takes nothing from anybody, and gives nothing any more', async (t) => {
  const tenant = await addLicensedTenant(services.db, 1);
  const { tenantId } = tenant;
  const { id: ruleId, ...rule } = await addRule(services, tenant, 'member');
  t.like(rule, { role: 'member', groupId: null });
  const [holder, waiter] = [await join(services, tenantId), await join(services, tenantId)];
  const of = { tenantId, principal: superAdmin };
  t.like(await deleteRule(services, { ...of, ruleId }), { success: true });
  t.deepEqual(await listRules(services.db, of), { rules: [] });
  await join(services, tenantId);
  t.deepEqual(await seated(services, tenant), [holder]);
  t.deepEqual(await waiters(services, tenant), [waiter]);
  await t.throwsAsync(deleteRule(services, { ...of, ruleId }), { code: 'RULE_NOT_FOUND' });
  t.is(await services.db.event.count({ where: { tenantId, type: 'license_rule.deleted', subjectId: ruleId } }), 1);
});

test('a tenant has each rule once, also if it is added several times at once, and 100 rules at most', async (t) => {
  const tenant = await addLicensedTenant(services.db, 3);
  const { tenantId, applicationId } = tenant;
  const codes = await Promise.all(
    Array.from({ length: 6 }, () =>
      addRule(services, tenant).then(
        () => 'added',
        ({ code }: { code: string }) => code,
      ),
    ),
  );
  t.deepEqual(codes.sort(), [...Array<string>(5).fill('RULE_EXISTS'), 'added']);
  t.is(await services.db.event.count({ where: { tenantId, type: 'license_rule.created' } }), 1);
  await addRule(services, tenant, 'owner');
  const types = await services.db.licenseType.createManyAndReturn({
    data: Array.from({ length: 98 }, (_, index) => ({ applicationId, slug: `more-${index}`, name: 'More' })),
  });
  const data = types.map(({ id: licenseTypeId }) => ({ tenantId, applicationId, licenseTypeId }));
  await services.db.licenseRule.createMany({ data });
  await t.throwsAsync(addRule(services, tenant, 'admin'), { code: 'VALIDATION_FAILED' });
});

test('a rule, joins and grants at the same time never give somebody two seats, or too many', async (t) => {
  for (let round = 0; round < 5; round += 1) {
    const tenant = await addLicensedTenant(services.db, 6);
    const second = await addType(services, tenant, 6);
    const { tenantId } = tenant;
    const users: string[] = [];
    for (let index = 0; index < 8; index += 1) users.push(await addMember(services.db, tenantId));
    await Promise.allSettled([
      ...users.map((userId) => grantSeat(services, { ...second, userId })),
      addRule(services, tenant),
      addRule(services, second, 'member'),
      ...Array.from({ length: 4 }, () => join(services, tenantId)),
    ]);
    t.is(await services.db.membership.count({ where: { tenantId } }), 12, 'everybody has joined');
    t.is(await services.db.licenseRule.count({ where: { tenantId } }), 2, 'both rules were added');
    t.is(await services.db.seat.count({ where: { tenantId } }), 12, 'all seats are in use');
  }
  t.deepEqual(await brokenRules(services), []);
});
