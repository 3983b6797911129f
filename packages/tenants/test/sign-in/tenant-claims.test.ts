import { randomUUID } from 'node:crypto';
import type { OpenDatabase } from '@org/identity-prisma';
import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { tenantClaims } from '../../src/sign-in/tenant-claims.js';
import { addTenant, addUser } from '../support/members.js';

let database: OpenDatabase;
test.before(async () => {
  database = await openTestDatabase();
});
test.after.always(() => database?.close());

const claimsOf = (userId: string, tenantId: string | null, secondFactor = false) =>
  tenantClaims(database.pool).of({
    kind: 'user',
    userId,
    tenantId,
    clientId: 'app',
    secondFactor,
    clientFields: { groupClaims: false },
  });
/** A machine gets its tenant from its client. */
const machineClaims = async (tenantId: string | null) => {
  const tenant = tenantId === null ? null : await database.db.tenant.findUnique({ where: { id: tenantId } });
  const tenantSlug = tenant?.slug ?? null;
  return tenantClaims(database.pool).of({ kind: 'machine', tenantId, tenantSlug, clientId: 'robot', clientFields: {} });
};

test("a person's token names the tenant and their role there", async (t) => {
  for (const role of ['owner', 'admin', 'member'] as const) {
    const userId = await addUser(database.db);
    const id = await addTenant(database.db, `claims-${role}`, [{ userId, role }]);
    t.deepEqual(await claimsOf(userId, id), { tenant_id: id, tenant_slug: `claims-${role}`, tenant_role: role });
  }
});

test('a token without a tenant has no claims about one', async (t) => {
  t.deepEqual(await claimsOf(await addUser(database.db), null), {});
  t.deepEqual(await machineClaims(null), {});
});

test("a machine's token names its tenant and no role", async (t) => {
  const id = await addTenant(database.db, 'of-machine');
  t.deepEqual(await machineClaims(id), { tenant_id: id, tenant_slug: 'of-machine' });
});

test('without an active membership there is no token', async (t) => {
  const suspended = await addUser(database.db);
  const invited = await addUser(database.db);
  const id = await addTenant(database.db, 'inactive', [
    { userId: suspended, status: 'SUSPENDED', role: 'owner' },
    { userId: invited, status: 'INVITED' },
  ]);
  for (const userId of [suspended, invited, await addUser(database.db), randomUUID()]) {
    t.is(await claimsOf(userId, id), undefined);
  }
});

test('for a tenant that requires a second factor there is no token without one, except for machines', async (t) => {
  const userId = await addUser(database.db);
  const id = await addTenant(database.db, 'strict', [{ userId }]);
  await database.db.tenant.update({ where: { id }, data: { mfaPolicy: 'REQUIRED' } });
  t.is(await claimsOf(userId, id), undefined);
  t.like(await claimsOf(userId, id, true), { tenant_slug: 'strict' });
  t.like(await machineClaims(id), { tenant_slug: 'strict' });
});

test('for a tenant that is gone there is no token, for people and machines alike', async (t) => {
  const userId = await addUser(database.db);
  const id = await addTenant(database.db, 'soon-gone', [{ userId }]);
  await database.db.tenant.delete({ where: { id } });
  t.is(await claimsOf(userId, id), undefined);
  t.is(await machineClaims(id), undefined);
});

test('every claim that is given is one of those that are announced', async (t) => {
  const userId = await addUser(database.db);
  const id = await addTenant(database.db, 'announced', [{ userId }]);
  const { names, unlisted = [] } = tenantClaims(database.pool);
  const always = names.filter((name) => !unlisted.includes(name));
  t.deepEqual(Object.keys((await claimsOf(userId, id)) ?? {}).sort(), always.sort());
});
