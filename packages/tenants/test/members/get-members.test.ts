import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { getMember, getMembers } from '../../src/members/get-members.js';
import { addTenant, addUser } from '../support/members.js';
import { machine, userCaller } from '../support/principals.js';

async function filled(t: Parameters<typeof openTestDatabase>[0]) {
  const { db } = await openTestDatabase(t);
  const [owner, plain, suspended, invited, stranger] = await Promise.all(Array.from({ length: 5 }, () => addUser(db)));
  const tenantId = await addTenant(db, 'asked', [
    { userId: owner ?? '', role: 'owner' },
    { userId: plain ?? '' },
    { userId: suspended ?? '', status: 'SUSPENDED' },
    { userId: invited ?? '', status: 'INVITED' },
  ]);
  const elsewhere = await addTenant(db, 'elsewhere', [{ userId: stranger ?? '', role: 'owner' }]);
  const idOf = async (userId: string | undefined) =>
    (await db.membership.findFirstOrThrow({ where: { userId: userId ?? '' } })).id;
  const ids = {
    owner: await idOf(owner),
    plain: await idOf(plain),
    suspended: await idOf(suspended),
    invited: await idOf(invited),
    stranger: await idOf(stranger),
  };
  return { db, tenantId, elsewhere, ids, plain: plain ?? '', stranger: stranger ?? '' };
}

test('everyone who may list members gets them by their ids, in the order of the ids', async (t) => {
  const { db, tenantId, ids, plain, stranger } = await filled(t);
  for (const principal of [userCaller(plain), userCaller(stranger, true), machine(tenantId)]) {
    const membershipIds = [ids.suspended, ids.owner.toUpperCase(), ids.owner];
    const members = await getMembers(db, { tenantId, principal, membershipIds });
    t.deepEqual(
      members.map(({ id, status, role }) => ({ id, status, role })),
      [
        { id: ids.suspended, status: 'SUSPENDED', role: 'member' },
        { id: ids.owner, status: 'ACTIVE', role: 'owner' },
      ],
    );
    t.regex(members[0]?.user.email ?? '', /@acme\.test$/u);
  }
});

test('a member of another tenant, a pending one and an id that cannot exist are not found', async (t) => {
  const { db, tenantId, ids, plain } = await filled(t);
  const principal = userCaller(plain);
  for (const id of [ids.stranger, ids.invited, '', 'nonsense', '0198e0c4-0000-7000-8000-000000000000']) {
    await t.throwsAsync(getMember(db, { tenantId, principal, membershipId: id }), { code: 'MEMBER_NOT_FOUND' });
    await t.throwsAsync(getMembers(db, { tenantId, principal, membershipIds: [ids.plain, id] }), {
      code: 'MEMBER_NOT_FOUND',
    });
  }
});

test('outside of the tenant there is no such tenant', async (t) => {
  const { db, tenantId, elsewhere, ids, stranger } = await filled(t);
  for (const principal of [userCaller(stranger), machine(elsewhere)])
    await t.throwsAsync(getMember(db, { tenantId, principal, membershipId: ids.plain }), { code: 'TENANT_NOT_FOUND' });
});
