import type { InvitationStatus } from '@org/identity-prisma';
import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { getInvitation, listInvitations, pageOfInvitations } from '../../src/invitations/list-invitations.js';
import { addTenant, addUser } from '../support/members.js';
import { machine, userCaller } from '../support/principals.js';
import '../../src/declared-lists.js';

const [yesterday, tomorrow] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000)) as [Date, Date];

async function filled(t: Parameters<typeof openTestDatabase>[0]) {
  const { db } = await openTestDatabase(t);
  const [owner, plain] = [await addUser(db), await addUser(db)];
  const tenantId = await addTenant(db, 'inviting', [{ userId: owner, role: 'owner' }, { userId: plain }]);
  const elsewhere = await addTenant(db, 'elsewhere', []);
  const add = async (status: InvitationStatus, expiresAt: Date, tenant = tenantId) => {
    const email = `${Math.random()}@acme.test`;
    const data = { tenantId: tenant, email, normalizedEmail: email, status, expiresAt, expiresInDays: 7 };
    return (await db.invitation.create({ data: { ...data, secretHash: Buffer.from(email) } })).id;
  };
  return { db, owner, plain, tenantId, elsewhere, add };
}

test('the pages of each status together are the whole list, those that are valid longest first', async (t) => {
  const { db, owner, tenantId, elsewhere, add } = await filled(t);
  for (let round = 0; round < 3; round += 1) {
    for (const status of ['PENDING', 'EXPIRED', 'ACCEPTED', 'REVOKED'] as const) await add(status, tomorrow);
    await add('PENDING', new Date(yesterday.getTime() + round));
    await add('PENDING', tomorrow, elsewhere);
  }
  for (const [status, count] of Object.entries({ PENDING: 3, EXPIRED: 6, ACCEPTED: 3, REVOKED: 3 })) {
    const input = { tenantId, principal: userCaller(owner), status: status as InvitationStatus };
    const { invitations } = await listInvitations(db, input);
    // Newest first already; the sort is stable.
    const all = invitations.sort((one, other) => other.expiresAt.getTime() - one.expiresAt.getTime());
    t.is(all.length, count);
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await pageOfInvitations(db, { ...input, limit: 2, after });
      t.true(page.invitations.length <= 2);
      t.true(page.invitations.every((invitation) => invitation.status === status));
      seen.push(...page.invitations.map(({ id }) => id));
      after = page.next;
    } while (after !== undefined && seen.length < 20);
    t.deepEqual(
      seen,
      all.map(({ id }) => id),
    );
  }
});

test('only those who manage invitations get a page of them, or one', async (t) => {
  const { db, plain, tenantId, elsewhere, add } = await filled(t);
  const invitationId = await add('PENDING', tomorrow);
  const stranger = await addUser(db);
  for (const [principal, code] of [
    [userCaller(plain), 'FORBIDDEN'],
    [machine(tenantId), 'FORBIDDEN'],
    [userCaller(stranger), 'TENANT_NOT_FOUND'],
    [machine(elsewhere), 'TENANT_NOT_FOUND'],
  ] as const) {
    const input = { tenantId, principal };
    await t.throwsAsync(pageOfInvitations(db, { ...input, status: 'PENDING', limit: 5 }), { code });
    await t.throwsAsync(getInvitation(db, { ...input, invitationId }), { code });
  }
});

test('one invitation has its status of this moment; that of another tenant is not found', async (t) => {
  const { db, owner, tenantId, elsewhere, add } = await filled(t);
  const principal = userCaller(owner);
  const invitationId = await add('PENDING', yesterday);
  t.is((await getInvitation(db, { tenantId, principal, invitationId })).status, 'EXPIRED');
  for (const id of [await add('PENDING', tomorrow, elsewhere), 'nonsense', ''])
    await t.throwsAsync(getInvitation(db, { tenantId, principal, invitationId: id }), { code: 'INVITATION_NOT_FOUND' });
});
