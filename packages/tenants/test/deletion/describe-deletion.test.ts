import type { OpenDatabase } from '@org/identity-prisma';
import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { describeDeletion } from '../../src/deletion/describe-deletion.js';
import { addTenant, addUser } from '../support/members.js';
import { machine, userCaller } from '../support/principals.js';

let database: OpenDatabase;
test.before(async () => {
  database = await openTestDatabase();
});
test.after.always(() => database?.close());

test('what ends with a tenant is known to its owners and to super admins only', async (t) => {
  const { db } = database;
  const [ownerId, adminId, strangerId] = [await addUser(db), await addUser(db), await addUser(db)];
  const tenantId = await addTenant(db, 'ending', [
    { userId: ownerId, role: 'owner' },
    { userId: adminId, role: 'admin' },
    { userId: await addUser(db), status: 'SUSPENDED' },
  ]);
  const application = await db.application.create({ data: { name: 'CRM' } });
  const type = await db.licenseType.create({ data: { applicationId: application.id, slug: 'pro', name: 'Pro' } });
  const keys = { tenantId, applicationId: application.id };
  const { id: subscriptionId } = await db.subscription.create({
    data: { ...keys, licenseTypeId: type.id, quantityPurchased: 5 },
  });
  await db.seat.create({ data: { ...keys, subscriptionId, userId: adminId } });
  const facts = { members: 2, subscriptions: 1, seats: 1 };
  const describe = (principal: Parameters<typeof describeDeletion>[1]['principal']) =>
    describeDeletion(db, { tenantId, principal });
  t.deepEqual(await describe(userCaller(ownerId)), facts);
  t.deepEqual(await describe(userCaller(strangerId, true)), facts);
  await t.throwsAsync(describe(userCaller(adminId)), { code: 'OWNER_REQUIRED' });
  await t.throwsAsync(describe(machine(tenantId)), { code: 'OWNER_REQUIRED' });
  await t.throwsAsync(describe(userCaller(strangerId)), { code: 'TENANT_NOT_FOUND' });
});
