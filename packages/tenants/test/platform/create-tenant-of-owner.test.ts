import { randomUUID } from 'node:crypto';
import { accountClientId, type StoredData } from '@org/identity-core';
import type { OpenDatabase } from '@org/identity-prisma';
import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { dataChecks } from '../../src/data-checks/data-checks.js';
import { revokeInvitation } from '../../src/invitations/manage-invitation.js';
import { createTenantOfOwner } from '../../src/platform/create-tenant-of-owner.js';
import { addUser } from '../support/members.js';
import { userCaller } from '../support/principals.js';
import { testServices } from '../support/services.js';

let database: OpenDatabase;
test.before(async () => {
  database = await openTestDatabase();
});
test.after.always(() => database?.close());

const create = async (owner: { ownerEmail?: string; ownerId?: string }) => {
  const caller = userCaller(await addUser(database.db), true);
  const principal = { ...caller, secondFactor: true, clientId: accountClientId };
  const input = { principal, name: `Sold ${randomUUID()}`, language: 'en' as const, ...owner };
  return { ...(await createTenantOfOwner(testServices(database.db), input)), principal };
};

/** The tenants without an owner that `identity-server verify` finds. */
async function withoutOwner(): Promise<readonly string[]> {
  const data = { rows: async (sql: string) => (await database.pool.query(sql)).rows } as unknown as StoredData;
  const check = dataChecks.checks.find(({ name }) => name === 'tenant-owners');
  return (await check?.find(data))?.examples ?? [];
}

test('a tenant whose owner is invited is sound until its members have none', async (t) => {
  const { id, invitation, principal } = await create({ ownerEmail: `${randomUUID()}@people.test` });
  t.false((await withoutOwner()).includes(id), 'invited');
  const services = testServices(database.db);
  await revokeInvitation(services, { tenantId: id, invitationId: invitation?.id ?? '', principal });
  t.false((await withoutOwner()).includes(id), 'revoked: a super admin invites another one');
  const userId = await addUser(database.db);
  await database.db.membership.create({ data: { tenantId: id, userId, role: 'member' } });
  t.true((await withoutOwner()).includes(id), 'a member, but no owner');
  await database.db.membership.deleteMany({ where: { tenantId: id } });
  await database.db.invitation.updateMany({ where: { tenantId: id }, data: { status: 'ACCEPTED' } });
  t.true((await withoutOwner()).includes(id), 'the owner who accepted is lost');
});

test('an account that is invited is listed as invited, with the role of an owner', async (t) => {
  const userId = await addUser(database.db);
  const { email } = await database.db.user.findUniqueOrThrow({ where: { id: userId } });
  const { id, invitation, memberCount } = await create({ ownerEmail: email.toUpperCase() });
  t.is(memberCount, 0);
  const where = { tenantId_userId: { tenantId: id, userId } };
  t.like(await database.db.membership.findUnique({ where }), { status: 'INVITED', role: 'owner' });
  t.like(await database.db.invitation.findUnique({ where: { id: invitation?.id ?? '' } }), {
    role: 'owner',
    status: 'PENDING',
  });
});

test('an account that is deleted or disabled at this moment does not become the owner', async (t) => {
  for (const data of [{ disabledAt: new Date() }, { deletedAt: new Date(), eraseAt: new Date() }]) {
    const ownerId = await addUser(database.db);
    await database.db.user.update({ where: { id: ownerId }, data });
    await t.throwsAsync(create({ ownerId }), { code: 'USER_NOT_FOUND' });
  }
});
