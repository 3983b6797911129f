import { randomUUID } from 'node:crypto';
import type { Principal } from '@org/identity-core';
import type { OpenDatabase } from '@org/identity-prisma';
import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { accessTo, type Right, requireRight, rights, type Standing } from '../../src/access/rights.js';
import '../../src/declared-lists.js';
import { addTenant, addUser } from '../support/members.js';
import { machine, userCaller } from '../support/principals.js';

let database: OpenDatabase;
test.before(async () => {
  database = await openTestDatabase();
});
test.after.always(() => database?.close());

// Who may do what, as it was decided; not derived from the code.
const decided: Record<Right, string> = {
  'read the tenant': 'member admin owner superAdmin machine',
  'list members': 'member admin owner superAdmin machine',
  'update the tenant': 'admin owner superAdmin',
  'manage invitations': 'admin owner superAdmin',
  'manage members': 'admin owner superAdmin',
  'manage owners': 'owner superAdmin',
  'list groups': 'member admin owner superAdmin',
  'manage groups': 'admin owner superAdmin',
  'read events': 'admin owner superAdmin',
  'read the policy': 'owner superAdmin',
  'change the policy': 'owner superAdmin',
  'decide about applications': 'admin owner superAdmin',
  'delete the tenant': 'owner superAdmin',
};
const allRights = Object.keys(rights) as Right[];
// A super admin who is also a member keeps all rights.
const holds = (right: Right, standing: Standing, principal: Principal) =>
  decided[right].split(' ').includes(standing) || (principal.kind === 'user' && principal.superAdmin);

/** A tenant, and a caller of each kind in it. */
async function callers(): Promise<{ tenantId: string; callers: Record<string, [Standing, Principal]> }> {
  const { db } = database;
  const [member, admin, owner] = [await addUser(db), await addUser(db), await addUser(db)];
  const tenantId = await addTenant(db, `rights-${randomUUID().slice(0, 8)}`, [
    { userId: member, role: 'member' },
    { userId: admin, role: 'admin' },
    { userId: owner, role: 'owner' },
  ]);
  return {
    tenantId,
    callers: {
      'a member': ['member', userCaller(member)],
      'an admin': ['admin', userCaller(admin)],
      'an owner': ['owner', userCaller(owner)],
      'a super admin': ['superAdmin', userCaller(await addUser(db), true)],
      'a super admin who is a member': ['member', userCaller(member, true)],
      'a super admin who is an owner': ['owner', userCaller(owner, true)],
      'a machine of the tenant': ['machine', machine(tenantId)],
      'a machine of the platform': ['machine', machine(null)],
    },
  };
}

test('every standing has exactly the rights that were decided for it', async (t) => {
  const scene = await callers();
  for (const [title, [standing, principal]] of Object.entries(scene.callers)) {
    const access = await accessTo(database.db, scene.tenantId, principal);
    t.is(access.standing, standing, title);
    t.is(access.membershipId !== undefined, ['member', 'admin', 'owner'].includes(standing), title);
    for (const right of allRights) {
      t.is(access.has(right), holds(right, standing, principal), `${title}: ${right}`);
    }
  }
});

test('who lacks a right is refused: OWNER_REQUIRED for the deletion, FORBIDDEN otherwise', async (t) => {
  const scene = await callers();
  for (const [title, [standing, principal]] of Object.entries(scene.callers)) {
    for (const right of allRights) {
      const asked = requireRight(database.db, scene.tenantId, principal, right);
      if (holds(right, standing, principal)) await t.notThrowsAsync(asked, `${title}: ${right}`);
      else {
        const code = right === 'delete the tenant' ? 'OWNER_REQUIRED' : 'FORBIDDEN';
        await t.throwsAsync(asked, { code }, `${title}: ${right}`);
      }
    }
  }
});

test('a role includes the rights of the roles below it', (t) => {
  const has = (standing: Standing) => allRights.filter((right) => decided[right].split(' ').includes(standing));
  for (const [lower, higher] of [
    ['machine', 'member'],
    ['member', 'admin'],
    ['admin', 'owner'],
    ['owner', 'superAdmin'],
  ] as const) {
    for (const right of has(lower)) t.true(has(higher).includes(right), `${higher}: ${right}`);
  }
});

test('an owner who is suspended or only invited has no right at all', async (t) => {
  for (const status of ['SUSPENDED', 'INVITED'] as const) {
    const userId = await addUser(database.db);
    const tenantId = await addTenant(database.db, `no-right-${status.toLowerCase()}`, [
      { userId, role: 'owner', status },
    ]);
    await t.throwsAsync(accessTo(database.db, tenantId, userCaller(userId)), { code: 'TENANT_NOT_FOUND' });
    const asSuperAdmin = await accessTo(database.db, tenantId, userCaller(userId, true));
    t.deepEqual([asSuperAdmin.standing, asSuperAdmin.membershipId], ['superAdmin', undefined]);
  }
});
