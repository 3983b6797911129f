import { randomUUID } from 'node:crypto';
import { createEventBus, type Database, inTransaction, type MembershipStatus, type Role } from '@org/identity-prisma';
import { type OpenTestDatabase, openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { removeMember, updateMember } from '../../src/members/change-member.js';
import { accountSubscribers } from '../../src/members/leave-with-account.js';
import { createTenant } from '../../src/tenant/create-tenant.js';
import { deleteTenant } from '../../src/tenant/delete-tenant.js';
import { addTenant, addUser } from '../support/members.js';
import { userCaller } from '../support/principals.js';

/** The counters that do not agree with the rows, and the words of members that are not those of the rows. */
async function differences({ pool }: OpenTestDatabase): Promise<unknown[]> {
  const counted = 'SELECT tenant_id, role, status, count(*)::int FROM identity.memberships GROUP BY 1, 2, 3';
  const counters = 'SELECT tenant_id, role, status, count FROM identity.member_counts WHERE count <> 0';
  const words = 'SELECT membership_id, word, tenant_id, role, status FROM identity.member_words';
  const expected = `SELECT m.id, word, m.tenant_id, m.role, m.status
    FROM identity.memberships m JOIN identity.users u ON u.id = m.user_id,
         identity.member_words_of(u.display_name, u.given_name, u.family_name, u.email) word
    WHERE m.status <> 'INVITED'`;
  const found: unknown[] = [];
  for (const [one, other] of [
    [counted, counters],
    [expected, words],
  ]) {
    const { rows } = await pool.query(`(${one} EXCEPT ${other}) UNION ALL (${other} EXCEPT ${one})`);
    found.push(...rows);
  }
  return found;
}

function servicesOf(db: Database) {
  const events = createEventBus();
  events.subscribe(accountSubscribers({ events }));
  return { db, events };
}

async function closeAccount({ db, events }: ReturnType<typeof servicesOf>, userId: string): Promise<void> {
  const actor = { kind: 'user' as const, id: userId };
  const event = { type: 'account.deleted' as const, tenantId: null, actor, subjectId: userId, data: {} };
  await inTransaction(db, (tx) => events.publish(tx, event));
}

async function addTenants(db: Database, { count, members }: { count: number; members: number }) {
  const owner = await addUser(db);
  const users = await Promise.all(Array.from({ length: members }, () => addUser(db)));
  const list = [{ userId: owner, role: 'owner' as const }, ...users.map((userId) => ({ userId }))];
  const tenants = await Promise.all(
    Array.from({ length: count }, () => addTenant(db, `t-${randomUUID().slice(0, 8)}`, list)),
  );
  return { owner, users, tenants };
}

test('the counters and the words follow a mix of parallel changes', async (t) => {
  const database = await openTestDatabase(t);
  const { db } = database;
  const services = servicesOf(db);
  const { owner, users, tenants } = await addTenants(db, { count: 3, members: 24 });
  const principal = userCaller(owner);
  const memberships = await db.membership.findMany({ where: { role: 'member' } });
  t.deepEqual(await differences(database), []);

  const changes = memberships.flatMap(({ id, tenantId, userId }, index) => {
    const input = { tenantId, principal, membershipId: id };
    const update = (changes: { role?: Role; status?: 'ACTIVE' | 'SUSPENDED' }) => () =>
      updateMember(services, { ...input, changes });
    return [
      [update({ role: 'admin' })],
      [update({ status: 'SUSPENDED' }), update({ status: 'ACTIVE' })],
      [() => removeMember(services, input)],
      [() => db.user.update({ where: { id: userId }, data: { displayName: `New Name ${index}` } })],
      [() => closeAccount(services, userId), () => db.user.delete({ where: { id: userId } })],
      [() => createTenant(services, { principal: userCaller(userId), name: `Tenant ${index}` })],
    ][index % 6] as (() => Promise<unknown>)[];
  });
  changes.push(() => deleteTenant(services, { tenantId: tenants[2] ?? '', principal }));
  // Some come too late: their member or tenant is gone by then. What matters is that the counters agree.
  const results = await Promise.allSettled(changes.map((change) => change()));
  t.true(results.filter(({ status }) => status === 'fulfilled').length > users.length);
  const deadlocks = results.filter((result) => result.status === 'rejected' && /40P01/u.test(String(result.reason)));
  t.deepEqual(deadlocks, []);
  t.deepEqual(await differences(database), []);
  t.is(await db.memberCount.count({ where: { tenantId: tenants[2] ?? '' } }), 0);
  t.true((await db.memberCount.count({ where: { tenantId: tenants[0] ?? '' } })) <= 9);
});

test('an account that is erased is no longer counted or found in any of its tenants', async (t) => {
  const database = await openTestDatabase(t);
  const { db } = database;
  const { users, tenants } = await addTenants(db, { count: 3, members: 2 });
  await db.user.delete({ where: { id: users[0] ?? '' } });
  t.deepEqual(await differences(database), []);
  const left = await db.memberCount.findMany({ where: { tenantId: { in: tenants }, role: 'member' } });
  t.deepEqual(
    left.map(({ count }) => count),
    [1, 1, 1],
  );
});

for (const status of ['INVITED', 'SUSPENDED', 'ACTIVE'] as const satisfies readonly MembershipStatus[]) {
  test(`one statement that makes every member ${status} keeps the counters right`, async (t) => {
    const database = await openTestDatabase(t);
    await addTenants(database.db, { count: 2, members: 3 });
    await database.db.membership.updateMany({ data: { status: 'INVITED' } });
    await database.db.membership.updateMany({ data: { status, role: 'admin' } });
    t.deepEqual(await differences(database), []);
  });
}

test('emptying the table of memberships empties its counters', async (t) => {
  const database = await openTestDatabase(t);
  await addTenants(database.db, { count: 1, members: 2 });
  await database.pool.query('TRUNCATE identity.memberships CASCADE');
  t.deepEqual(await differences(database), []);
});

test('a statement that is not part of a trigger cannot write the counters and the words', async (t) => {
  const database = await openTestDatabase(t);
  await addTenants(database.db, { count: 1, members: 1 });
  for (const statement of [
    'UPDATE identity.member_counts SET count = 7',
    'DELETE FROM identity.member_words',
    'TRUNCATE identity.event_counts',
    "INSERT INTO identity.event_counts (tenant_id, type, count) VALUES (gen_random_uuid(), 'x', 1)",
  ]) {
    await t.throwsAsync(database.pool.query(statement), { message: /only triggers write/u }, statement);
  }
});

/** Waits until a backend of the database waits for a lock. */
async function untilWaiting({ pool }: OpenTestDatabase): Promise<void> {
  for (;;) {
    const { rows } = await pool.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) break;
  }
}

test('a name that changes while its user joins a tenant is found there', async (t) => {
  const database = await openTestDatabase(t);
  const { db, pool } = database;
  const userId = await addUser(db);
  const tenantId = await addTenant(db, 'joined');
  const client = await pool.connect();
  let joining: Promise<unknown> | undefined;
  try {
    await client.query('BEGIN');
    await client.query("UPDATE identity.users SET display_name = 'Renamed' WHERE id = $1", [userId]);
    joining = db.membership.create({ data: { tenantId, userId } });
    // Runs the query at once; Prisma waits for its first `then`.
    joining.then(() => {});
    await untilWaiting(database);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
  await joining;
  t.deepEqual(await differences(database), []);
});

test('a name that changes while the role of its user changes leaves the new name and the new role', async (t) => {
  const database = await openTestDatabase(t);
  const { db, pool } = database;
  const userId = await addUser(db);
  const tenantId = await addTenant(db, 'promoting', [{ userId }]);
  const client = await pool.connect();
  let renaming: Promise<unknown> | undefined;
  try {
    await client.query('BEGIN');
    await client.query("UPDATE identity.memberships SET role = 'admin' WHERE tenant_id = $1", [tenantId]);
    renaming = db.user.update({ where: { id: userId }, data: { displayName: 'Renamed' } });
    renaming.then(() => {});
    await untilWaiting(database);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
  await renaming;
  t.deepEqual(await differences(database), []);
});
