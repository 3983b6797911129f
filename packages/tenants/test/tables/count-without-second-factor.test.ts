import type { OpenDatabase } from '@org/identity-prisma';
import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { countWithoutSecondFactor } from '../../src/security/count-without-second-factor.js';
import { addTenant, addUser } from '../support/members.js';
import { machine, userCaller } from '../support/principals.js';

let database: OpenDatabase;
test.before(async () => {
  database = await openTestDatabase();
});
test.after.always(() => database?.close());

/** A tenant with that many more members; every `withFactor`-th has a second factor. */
async function tenantOf(slug: string, members: number, withFactor = 0) {
  const { db } = database;
  const ownerId = await addUser(db);
  const tenantId = await addTenant(db, slug, [{ userId: ownerId, role: 'owner' }]);
  await db.$executeRaw`
    WITH added AS (
      INSERT INTO identity.users (id, email, normalized_email, mfa_enabled)
      SELECT gen_random_uuid(), ${slug} || i, ${slug} || i, ${withFactor} > 0 AND i % greatest(${withFactor}, 1) = 0
      FROM generate_series(1, ${members}) i RETURNING id)
    INSERT INTO identity.memberships (id, tenant_id, user_id) SELECT gen_random_uuid(), ${tenantId}::uuid, id FROM added`;
  return { tenantId, principal: userCaller(ownerId) };
}

test('active members without a second factor are counted', async (t) => {
  const { tenantId, principal } = await tenantOf('few', 10, 5);
  const others = { tenantId, status: 'SUSPENDED' } as const;
  await database.db.membership.create({ data: { ...others, userId: await addUser(database.db) } });
  t.deepEqual(await countWithoutSecondFactor(database.db, { tenantId, principal }), {
    count: 9,
    orMore: false,
    members: 11,
  });
});

test('more than a thousand are a lower bound', async (t) => {
  const { tenantId, principal } = await tenantOf('many', 1_200);
  t.deepEqual(await countWithoutSecondFactor(database.db, { tenantId, principal }), {
    count: 1_000,
    orMore: true,
    members: 1_201,
  });
});

test('in a tenant with more than ten thousand members, the number is a lower bound', async (t) => {
  const { tenantId, principal } = await tenantOf('large', 10_100, 1);
  const { orMore, count } = await countWithoutSecondFactor(database.db, { tenantId, principal });
  t.true(orMore);
  t.true(count <= 1);
});

test('only those who may change the policy learn the number', async (t) => {
  const { tenantId, principal } = await tenantOf('asked', 0);
  const memberId = await addUser(database.db);
  await database.db.membership.create({ data: { tenantId, userId: memberId } });
  const count = (caller: Parameters<typeof countWithoutSecondFactor>[1]['principal']) =>
    countWithoutSecondFactor(database.db, { tenantId, principal: caller });
  await t.throwsAsync(count(userCaller(memberId)), { code: 'FORBIDDEN' });
  await t.throwsAsync(count(machine(tenantId)), { code: 'FORBIDDEN' });
  await t.throwsAsync(count(userCaller(await addUser(database.db))), { code: 'TENANT_NOT_FOUND' });
  t.is((await count(userCaller(await addUser(database.db), true))).members, 2);
  t.is((await count(principal)).members, 2);
});
