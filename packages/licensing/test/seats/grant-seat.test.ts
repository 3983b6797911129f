import test from 'ava';
import { grantSeat } from '../../src/seats/grant-seat.js';
import { listLicensedUsers } from '../../src/seats/list-licensed-users.js';
import { revokeSeat } from '../../src/seats/revoke-seat.js';
import {
  addLicensedTenant,
  addMember,
  addSubscription,
  openTestServices,
  remove,
  suspend,
  type TestServices,
  userOf,
} from '../support/licensed-tenant.js';

let services: TestServices;
test.before(async () => {
  services = await openTestServices();
});
test.after.always(() => services?.close());

const subscriptionOf = async (userId: string) =>
  (await services.db.seat.findFirstOrThrow({ where: { userId } })).subscriptionId;
const revocations = async (subjectId: string) => {
  const found = await services.db.event.findMany({ where: { type: 'seat.revoked', subjectId } });
  return found.map(({ tenantId, data }) => [tenantId, (data as { cause: string }).cause]);
};
const hour = 60 * 60 * 1000;

test('of several subscriptions the oldest that has begun gives its seats first', async (t) => {
  const tenant = await addLicensedTenant(services.db, 1);
  const { db } = services;
  await db.subscription.update({
    where: { id: tenant.subscriptionId },
    data: { startsAt: new Date(Date.now() + hour) },
  });
  await addSubscription(db, tenant, 9, { expiresAt: new Date(Date.now() - hour) });
  const canceled = await addSubscription(db, tenant, 9);
  await db.subscription.update({ where: { id: canceled }, data: { status: 'CANCELED' } });
  const second = await addSubscription(db, tenant, 1);
  const third = await addSubscription(db, tenant, 1);
  const given: string[] = [];
  for (let index = 0; index < 3; index += 1) {
    const userId = await addMember(db, tenant.tenantId);
    await grantSeat(services, { ...tenant, userId });
    given.push(await subscriptionOf(userId));
  }
  t.deepEqual(given, [second, third, tenant.subscriptionId]);
  const late = grantSeat(services, { ...tenant, userId: await addMember(db, tenant.tenantId) });
  await t.throwsAsync(late, { code: 'NO_SEATS_AVAILABLE' });
});

test('twenty parallel grants for one person give one seat and nineteen ALREADY_LICENSED', async (t) => {
  const tenant = await addLicensedTenant(services.db, 20);
  const userId = await addMember(services.db, tenant.tenantId);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, () => grantSeat(services, { ...tenant, userId })),
  );
  const codes = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'granted')).sort();
  t.deepEqual(codes, [...Array.from({ length: 19 }, () => 'ALREADY_LICENSED'), 'granted']);
});

test('twenty parallel revocations take one seat once', async (t) => {
  const tenant = await addLicensedTenant(services.db, 1);
  const userId = await addMember(services.db, tenant.tenantId);
  await grantSeat(services, { ...tenant, userId });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, () => revokeSeat(services, { ...tenant, userId })),
  );
  const codes = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'revoked')).sort();
  t.deepEqual(codes, [...Array.from({ length: 19 }, () => 'LICENSE_NOT_FOUND'), 'revoked']);
  t.deepEqual(await revocations(userId), [[tenant.tenantId, 'revoked']]);
});

for (const [type, change] of [
  ['member.suspended', suspend],
  ['member.removed', remove],
] as const) {
  test(`${type} releases the seats in the same transaction and says so`, async (t) => {
    const tenant = await addLicensedTenant(services.db, 1);
    const userId = await addMember(services.db, tenant.tenantId);
    await grantSeat(services, { ...tenant, userId });
    await change(services, tenant.tenantId, userId);
    t.deepEqual(await revocations(userId), [[tenant.tenantId, type]]);
    await t.notThrowsAsync(grantSeat(services, { ...tenant, userId: await addMember(services.db, tenant.tenantId) }));
  });
}

test('a deleted account loses its seats in every tenant', async (t) => {
  const [one, two] = [await addLicensedTenant(services.db, 1), await addLicensedTenant(services.db, 1)];
  const userId = await addMember(services.db, one.tenantId);
  await services.db.membership.create({ data: { tenantId: two.tenantId, userId } });
  for (const tenant of [one, two]) await grantSeat(services, { ...tenant, userId });
  const event = {
    type: 'account.deleted',
    tenantId: null,
    actor: { kind: 'user', id: userId },
    subjectId: userId,
  } as const;
  await services.db.$transaction((tx) => services.events.publish(tx, { ...event, data: {} }));
  const expected = [one, two].map(({ tenantId }) => [tenantId, 'account.deleted']).sort();
  t.deepEqual((await revocations(userId)).sort(), expected);
  t.is(await services.db.seat.count({ where: { userId } }), 0);
});

test('a transaction that fails after the release gives no seat back and says nothing', async (t) => {
  const tenant = await addLicensedTenant(services.db, 1);
  const userId = await addMember(services.db, tenant.tenantId);
  await grantSeat(services, { ...tenant, userId });
  const event = { tenantId: tenant.tenantId, actor: { kind: 'user', id: null }, subjectId: userId, data: {} } as const;
  const failing = services.db.$transaction(async (tx) => {
    await services.events.publish(tx, { type: 'member.removed', ...event });
    throw new Error('changed my mind');
  });
  await t.throwsAsync(failing, { message: 'changed my mind' });
  t.is(await services.db.seat.count({ where: { userId } }), 1);
  t.deepEqual(await revocations(userId), []);
});

test('the seats of a deleted tenant are all written down, page after page of them', async (t) => {
  const tenant = await addLicensedTenant(services.db, 1_100);
  const { tenantId, subscriptionId, applicationId } = tenant;
  await services.pool.query(
    `WITH people AS (
       INSERT INTO identity.users (id, email, normalized_email)
       SELECT gen_random_uuid(), $1 || i, $1 || i FROM generate_series(1, 1100) i RETURNING id)
     INSERT INTO identity.memberships (id, tenant_id, user_id) SELECT gen_random_uuid(), $1::uuid, id FROM people`,
    [tenantId],
  );
  await services.pool.query(
    `INSERT INTO identity.seats (id, subscription_id, tenant_id, application_id, user_id)
     SELECT gen_random_uuid(), $1, tenant_id, $2, user_id FROM identity.memberships WHERE tenant_id = $3`,
    [subscriptionId, applicationId, tenantId],
  );
  const listed: string[] = [];
  for await (const page of await listLicensedUsers(services, tenant)) {
    t.true(page.length <= 1_000);
    listed.push(...page.map(({ userId }) => userId));
  }
  t.is(new Set(listed).size, 1_100);
  const membership = { tenantId_userId: { tenantId, userId: listed[0] ?? '' } };
  await services.db.membership.update({ where: membership, data: { role: 'admin' } });
  const pages = await listLicensedUsers(services, { ...tenant, principal: userOf(tenantId, listed[0] ?? '') });
  t.is((await pages.next()).value?.length, 1_000);
  await services.db.membership.update({ where: membership, data: { role: 'member' } });
  await t.throwsAsync(pages.next(), { code: 'FORBIDDEN' }, 'who is no admin any more gets no further page');
  const event = { tenantId, actor: { kind: 'user', id: null }, subjectId: tenantId, data: {} } as const;
  await services.db.$transaction((tx) => services.events.publish(tx, { type: 'tenant.deleted', ...event }));
  t.is(await services.db.event.count({ where: { tenantId, type: 'seat.revoked' } }), 1_100);
  t.is(await services.db.seat.count({ where: { tenantId } }), 0);
});
