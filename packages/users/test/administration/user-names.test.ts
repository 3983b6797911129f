import { randomUUID } from 'node:crypto';
import type { OpenDatabase } from '@org/identity-prisma';
import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { userNames } from '../../src/administration/user-names.js';

let database: OpenDatabase;
test.before(async () => {
  database = await openTestDatabase();
});
test.after.always(() => database?.close());

async function addUser(displayName: string | null): Promise<string> {
  const email = `${randomUUID()}@people.test`;
  return (await database.db.user.create({ data: { email, normalizedEmail: email, displayName } })).id;
}

test('operators see the names of all users, and emails of those without a name', async (t) => {
  const [named, unnamed] = [await addUser('Ada Lovelace'), await addUser(null)];
  const names = await userNames(database)([named, unnamed, randomUUID(), 'owner'], {});
  t.is(names.size, 2);
  t.is(names.get(named), 'Ada Lovelace');
  t.regex(names.get(unnamed) ?? '', /@people\.test$/u);
});

test('within a tenant only its members are named, not those who were only invited', async (t) => {
  const { id: tenantId } = await database.db.tenant.create({ data: { name: 'Acme', slug: `t-${randomUUID()}` } });
  const statuses = ['ACTIVE', 'SUSPENDED', 'INVITED'] as const;
  const ids = await Promise.all(statuses.map((status) => addUser(status)));
  for (const [index, status] of statuses.entries())
    await database.db.membership.create({ data: { tenantId, userId: ids[index] ?? '', role: 'member', status } });
  const names = await userNames(database)([...ids, await addUser('Stranger')], { tenantId });
  t.deepEqual([...names.values()].sort(), ['ACTIVE', 'SUSPENDED']);
});
