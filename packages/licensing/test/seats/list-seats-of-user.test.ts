import test from 'ava';
import { findSeatMember } from '../../src/seats/find-seat-member.js';
import { grantSeat } from '../../src/seats/grant-seat.js';
import { listSeatsOfUser } from '../../src/seats/list-seats-of-user.js';
import {
  addLicensedTenant,
  addMember,
  openTestServices,
  type TestServices,
  userOf,
} from '../support/licensed-tenant.js';

let services: TestServices;
test.before(async () => {
  services = await openTestServices();
});
test.after.always(() => services?.close());

async function holder() {
  const tenant = await addLicensedTenant(services.db, 1);
  const userId = await addMember(services.db, tenant.tenantId, 'ACTIVE', 'Ada');
  await grantSeat(services, { ...tenant, userId });
  return { tenant, userId, membership: await services.db.membership.findFirstOrThrow({ where: { userId } }) };
}

test('a user sees their own seats, each with what a check would say', async (t) => {
  const { tenant, userId } = await holder();
  const principal = userOf(tenant.tenantId, userId, { role: 'member' });
  const [seat, ...more] = await listSeatsOfUser(services, { principal, userId });
  t.like(seat, { applicationId: tenant.applicationId, licenseTypeName: 'Pro', reason: 'LICENSED' });
  t.deepEqual(more, []);
  const expiresAt = new Date(Date.now() - 1_000);
  await services.db.subscription.update({ where: { id: tenant.subscriptionId }, data: { expiresAt } });
  const [ended] = await listSeatsOfUser(services, { principal, userId });
  t.is(ended?.reason, 'SUBSCRIPTION_EXPIRED');
});

test('the seats of others are for those who manage the tenant; other tenants see none', async (t) => {
  const { tenant, userId, membership } = await holder();
  const colleague = await addMember(services.db, tenant.tenantId);
  const as = (more: Parameters<typeof userOf>[2], tenantId = tenant.tenantId) => userOf(tenantId, colleague, more);
  const other = (await addLicensedTenant(services.db, 1)).tenantId;
  const find = (principal: ReturnType<typeof as>) =>
    findSeatMember(services.db, { principal, membershipId: membership.id });
  await t.throwsAsync(listSeatsOfUser(services, { principal: as({ role: 'member' }), userId }), {
    code: 'FORBIDDEN',
  });
  await t.throwsAsync(find(as({ role: 'member' })), { code: 'FORBIDDEN' });
  for (const principal of [as({ role: 'admin' }), as({ role: 'owner' }), as({ role: 'member', superAdmin: true })]) {
    t.is((await listSeatsOfUser(services, { principal, userId })).length, 1);
    t.deepEqual(await find(principal), { userId, status: 'ACTIVE', name: 'Ada' });
  }
  t.deepEqual(await listSeatsOfUser(services, { principal: as({}, other), userId }), []);
  await t.throwsAsync(find(as({}, other)), { code: 'MEMBER_NOT_FOUND' });
});

test('a pending invitation and an unknown id are no member', async (t) => {
  const { tenant, userId } = await holder();
  const invited = await addMember(services.db, tenant.tenantId, 'INVITED');
  const { id } = await services.db.membership.findFirstOrThrow({ where: { userId: invited } });
  const principal = userOf(tenant.tenantId, userId);
  for (const membershipId of [id, crypto.randomUUID(), 'nobody', '']) {
    await t.throwsAsync(findSeatMember(services.db, { principal, membershipId }), { code: 'MEMBER_NOT_FOUND' });
  }
});
