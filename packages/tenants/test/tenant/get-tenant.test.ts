import { randomUUID } from 'node:crypto';
import { IdentityError, type Principal } from '@org/identity-core';
import type { OpenDatabase } from '@org/identity-prisma';
import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { TenantDetails } from '../../src/schemas.js';
import { getTenant } from '../../src/tenant/get-tenant.js';
import { addTenant, addUser } from '../support/members.js';
import { machine, userCaller } from '../support/principals.js';

let database: OpenDatabase;
test.before(async () => {
  database = await openTestDatabase();
});
test.after.always(() => database?.close());

test('a tenant is read with its settings, policy and number of active members', async (t) => {
  const userId = await addUser(database.db);
  const id = await addTenant(database.db, 'counted', [
    { userId, role: 'owner' },
    { userId: await addUser(database.db) },
    { userId: await addUser(database.db), status: 'SUSPENDED' },
    { userId: await addUser(database.db), status: 'INVITED' },
  ]);
  await database.db.tenant.update({
    where: { id },
    data: { settings: { colour: 'blue', nested: { list: [1, null] } }, mfaPolicy: 'REQUIRED' },
  });
  const principal = { ...userCaller(userId), secondFactor: true };
  const tenant = await getTenant(database, { tenantId: id, principal });
  const { createdAt, updatedAt, ...rest } = TenantDetails.parse(tenant);
  t.deepEqual(rest, {
    id,
    slug: 'counted',
    name: 'Tenant counted',
    settings: { colour: 'blue', nested: { list: [1, null] } },
    mfaPolicy: 'REQUIRED',
    memberCount: 2,
  });
  for (const time of [createdAt, updatedAt]) t.regex(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u);
});

test('members of every role, super admins, its own machines and the platform’s may read a tenant', async (t) => {
  const members = await Promise.all(
    (['owner', 'admin', 'member'] as const).map(async (role) => ({ userId: await addUser(database.db), role })),
  );
  const id = await addTenant(database.db, 'readable', members);
  const readers = [
    ...members.map(({ userId }) => userCaller(userId)),
    userCaller(await addUser(database.db), true),
    machine(id),
    machine(null),
  ];
  for (const principal of readers) {
    t.is((await getTenant(database, { tenantId: id, principal })).id, id, JSON.stringify(principal));
  }
});

test('everybody else gets the answer of a tenant that does not exist', async (t) => {
  const id = await addTenant(database.db, 'hidden');
  const insider = await addUser(database.db);
  const suspended = await addUser(database.db);
  const invited = await addUser(database.db);
  const other = await addTenant(database.db, 'hidden-other', [{ userId: insider, role: 'owner' }]);
  await database.db.membership.createMany({
    data: [
      { tenantId: id, userId: suspended, status: 'SUSPENDED', role: 'owner' },
      { tenantId: id, userId: invited, status: 'INVITED' },
    ],
  });
  const refusalOf = async (tenantId: string, principal: Principal) => {
    const error = await t.throwsAsync(getTenant(database, { tenantId, principal }), { instanceOf: IdentityError });
    return { code: error.code, status: error.status, message: error.message };
  };
  const nothing = await refusalOf(randomUUID(), userCaller(insider));
  t.is(nothing.code, 'TENANT_NOT_FOUND');
  for (const principal of [
    userCaller(insider),
    userCaller(suspended),
    userCaller(invited),
    machine(other),
    machine(randomUUID()),
  ]) {
    t.deepEqual(await refusalOf(id, principal), nothing);
  }
});

test('an id that cannot be one gets the answer of a tenant that does not exist', async (t) => {
  const principal = machine(null);
  for (const tenantId of ['', 'hidden', '1', "' OR 1=1 --", `${randomUUID()} `, 'a\u0000b', '\ud800']) {
    await t.throwsAsync(getTenant(database, { tenantId, principal }), { code: 'TENANT_NOT_FOUND' }, tenantId);
  }
});
