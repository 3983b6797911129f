import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { countPeople, findPeopleAttention } from '../../src/members/get-people-overview.js';
import { addTenant, addUser } from '../support/members.js';
import { machine, userCaller } from '../support/principals.js';

const now = new Date();
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);

async function filled(t: Parameters<typeof openTestDatabase>[0]) {
  const { db } = await openTestDatabase(t);
  const [owner, admin, plain, suspended, stranger] = [
    await addUser(db),
    await addUser(db),
    await addUser(db),
    await addUser(db),
    await addUser(db),
  ];
  const tenantId = await addTenant(db, 'seen', [
    { userId: owner, role: 'owner' },
    { userId: admin, role: 'admin' },
    { userId: plain },
    { userId: suspended, status: 'SUSPENDED' },
  ]);
  const elsewhere = await addTenant(db, 'elsewhere', [{ userId: stranger, role: 'owner' }]);
  const invite = async (email: string, days: number, more: { tenantId?: string; status?: 'REVOKED' } = {}) => {
    const data = { tenantId, email, normalizedEmail: email, expiresInDays: 7, expiresAt: inDays(days), ...more };
    await db.invitation.create({ data: { ...data, secretHash: Buffer.from(`${email} ${days}`) } });
  };
  return { db, tenantId, elsewhere, owner, admin, plain, stranger, invite };
}

test('members are counted for everyone in the tenant; suspended ones and invitations for those who manage them', async (t) => {
  const { db, tenantId, owner, admin, plain, stranger, invite } = await filled(t);
  await invite('open@acme.test', 5);
  await invite('late@acme.test', -1);
  await invite('revoked@acme.test', 5, { status: 'REVOKED' });
  const all = { active: 3, suspended: 1, openInvitations: 1 };
  for (const principal of [userCaller(owner), userCaller(admin), userCaller(stranger, true)])
    t.deepEqual(await countPeople(db, { tenantId, principal }), all);
  for (const principal of [userCaller(plain), machine(tenantId)])
    t.deepEqual(await countPeople(db, { tenantId, principal }), {
      active: 3,
      suspended: undefined,
      openInvitations: undefined,
    });
});

test('what needs attention: a single owner, suspended members, and invitations about to expire or just expired', async (t) => {
  const { db, tenantId, elsewhere, owner, admin, invite } = await filled(t);
  await invite('soon@acme.test', 1);
  await invite('later@acme.test', 3);
  await invite('missed@acme.test', -6);
  await invite('long-gone@acme.test', -8);
  await invite('revoked@acme.test', 1, { status: 'REVOKED' });
  await invite('other@acme.test', 1, { tenantId: elsewhere });
  const found = await findPeopleAttention(db, { tenantId, principal: userCaller(admin), now });
  t.deepEqual(found, {
    suspended: 1,
    onlyOwner: true,
    expiring: { emails: ['soon@acme.test'], more: false },
    expired: { emails: ['missed@acme.test'], more: false },
  });
  await db.membership.updateMany({ where: { tenantId, userId: admin }, data: { role: 'owner' } });
  for (let index = 0; index < 6; index += 1) await invite(`many-${index}@acme.test`, 0.5);
  const more = await findPeopleAttention(db, { tenantId, principal: userCaller(owner), now });
  t.false(more.onlyOwner);
  t.is(more.expiring.emails.length, 5);
  t.true(more.expiring.more);
});

test('others learn nothing: a plain member and a machine are refused, for strangers there is no such tenant', async (t) => {
  const { db, tenantId, plain, stranger } = await filled(t);
  for (const principal of [userCaller(plain), machine(tenantId)])
    await t.throwsAsync(findPeopleAttention(db, { tenantId, principal }), { code: 'FORBIDDEN' });
  await t.throwsAsync(findPeopleAttention(db, { tenantId, principal: userCaller(stranger) }), {
    code: 'TENANT_NOT_FOUND',
  });
  await t.throwsAsync(countPeople(db, { tenantId, principal: userCaller(stranger) }), { code: 'TENANT_NOT_FOUND' });
});
