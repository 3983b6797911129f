import { randomUUID } from 'node:crypto';
import { hashOneTimeSecret, silentLogger } from '@org/identity-core';
import { createEventBus, fixedBatches, type OpenDatabase } from '@org/identity-prisma';
import { openTestDatabase } from '@org/identity-testing';
import test, { type ExecutionContext } from 'ava';
import { acceptInvitation } from '../../src/invitations/accept-invitation.js';
import { removeMember } from '../../src/members/change-member.js';
import { deleteClosingTenants, deleteNextBatch } from '../../src/tenant/closing-batches.js';
import { createTenant } from '../../src/tenant/create-tenant.js';
import { deleteTenant, deleteTenantFor } from '../../src/tenant/delete-tenant.js';
import { updateTenant } from '../../src/tenant/update-tenant.js';
import { testAccounts } from '../support/accounts.js';
import { userCaller } from '../support/principals.js';

/** A database of its own: the job goes on with every tenant that is closing. */
async function openDatabase(t: ExecutionContext): Promise<OpenDatabase['db']> {
  const database = await openTestDatabase();
  t.teardown(database.close);
  return database.db;
}

/** Closes every tenant with more than two members, and leaves the batches to the job. */
const later = { largerThan: 2, pace: fixedBatches(2), inCall: 0 };
const atOnce = { ...later, inCall: Number.POSITIVE_INFINITY };

async function addTenant(db: OpenDatabase['db'], members = 5) {
  const key = randomUUID().slice(0, 13);
  const people = await db.user.createManyAndReturn({
    data: Array.from({ length: members }, (_, i) => ({ email: `${key}-${i}`, normalizedEmail: `${key}-${i}` })),
  });
  const userIds = people.map(({ id }) => id).toSorted();
  const { id: tenantId, slug } = await db.tenant.create({ data: { name: 'Large', slug: `t-${key}` } });
  const roleOf = (index: number) => (index === 0 ? ('owner' as const) : ('member' as const));
  await db.membership.createMany({
    data: userIds.map((userId, index) => ({ tenantId, userId, role: roleOf(index) })),
  });
  const secret = randomUUID();
  const email = people.find(({ id }) => id === userIds[1])?.email ?? '';
  const invitation = { role: 'member', expiresInDays: 7, expiresAt: new Date(Date.now() + 60_000) } as const;
  await db.invitation.createMany({
    data: Array.from({ length: 3 }, (_, index) => ({
      ...invitation,
      tenantId,
      email: index === 0 ? email : `${key}-new-${index}`,
      normalizedEmail: index === 0 ? email : `${key}-new-${index}`,
      secretHash: hashOneTimeSecret(index === 0 ? secret : randomUUID()),
    })),
  });
  return { tenantId, slug, userIds, owner: userCaller(userIds[0] ?? ''), secret };
}

/** A bus whose subscribers note what they were told. */
function recordingBus() {
  const events = createEventBus();
  const told = { users: [] as string[], rest: 0, plain: [] as number[] };
  events.subscribe([
    {
      on: 'tenant.deleted',
      handle: async () => {
        told.rest += 1;
      },
      handleUsers: async (_tx, _event, userIds) => void told.users.push(...userIds),
    },
    {
      on: 'tenant.deleted',
      handle: async (tx, { subjectId: tenantId }) =>
        void told.plain.push(await tx.membership.count({ where: { tenantId: tenantId ?? '' } })),
    },
  ]);
  return { events, told };
}

const rowsOf = async (db: OpenDatabase['db'], tenantId: string) => {
  const where = { tenantId };
  return [
    await db.tenant.count({ where: { id: tenantId } }),
    await db.membership.count({ where }),
    await db.invitation.count({ where }),
    await db.event.count({ where: { tenantId, type: 'tenant.deleted' } }),
  ];
};

test('a deletion that was interrupted between two batches is finished by the job, and published once', async (t) => {
  const db = await openDatabase(t);
  const { tenantId, slug, userIds, owner } = await addTenant(db);
  const { events, told } = recordingBus();
  const services = { db, events, logger: silentLogger };
  await deleteTenant(services, { tenantId, principal: owner }, later);
  t.deepEqual(await rowsOf(db, tenantId), [1, 5, 3, 1], 'closed, and nothing else');
  t.deepEqual(told, { users: [], rest: 0, plain: [5] }, 'a plugin without batches sees all rows');
  t.is(await db.heldSlug.count({ where: { slug } }), 1);

  t.is(await deleteNextBatch(services, { tenantId }, later.pace), userIds[1]);
  t.deepEqual(await rowsOf(db, tenantId), [1, 3, 3, 1]);
  // The process ends here. Another one does not know how far it has come.
  const other = recordingBus();
  await deleteClosingTenants({ ...services, events: other.events }, later.pace);
  t.deepEqual(await rowsOf(db, tenantId), [0, 0, 0, 1]);
  t.deepEqual(told.users, userIds.slice(0, 2));
  t.deepEqual(other.told, { users: userIds.slice(2), rest: 1, plain: [] });
  const [event] = await db.event.findMany({ where: { tenantId } });
  t.like(event, { type: 'tenant.deleted', actorKind: 'user', actorId: owner.userId, subjectId: tenantId });
});

test('a batch that fails is tried again, and other tenants do not wait for it', async (t) => {
  const db = await openDatabase(t);
  const [broken, sound] = [await addTenant(db), await addTenant(db)];
  const events = createEventBus();
  let fails = true;
  events.subscribe([
    {
      on: 'tenant.deleted',
      handle: async () => {},
      handleUsers: async (_tx, { tenantId }) => {
        if (fails && tenantId === broken.tenantId) throw new Error('not now');
      },
    },
  ]);
  const services = { db, events, logger: silentLogger };
  for (const { tenantId, owner } of [broken, sound])
    await deleteTenant(services, { tenantId, principal: owner }, later);
  // The call succeeds even if a batch fails: for everybody the tenant is gone.
  const third = await addTenant(db);
  await deleteTenant(services, { tenantId: third.tenantId, principal: third.owner }, atOnce);
  t.deepEqual(await rowsOf(db, third.tenantId), [0, 0, 0, 1]);
  await deleteClosingTenants(services, later.pace);
  t.deepEqual(await rowsOf(db, broken.tenantId), [1, 5, 3, 1]);
  t.deepEqual(await rowsOf(db, sound.tenantId), [0, 0, 0, 1]);
  fails = false;
  await deleteClosingTenants(services, later.pace);
  t.deepEqual(await rowsOf(db, broken.tenantId), [0, 0, 0, 1]);
});

test('a subscriber can object to the deletion of a large tenant', async (t) => {
  const db = await openDatabase(t);
  const { tenantId, owner } = await addTenant(db);
  const events = createEventBus();
  events.subscribe([{ on: 'tenant.deleted', handle: () => Promise.reject(new Error('unpaid')) }]);
  const deletion = deleteTenant({ db, events }, { tenantId, principal: owner }, atOnce);
  await t.throwsAsync(deletion, { message: 'unpaid' });
  t.deepEqual(await rowsOf(db, tenantId), [1, 5, 3, 0]);
});

test('an operator deletes a large tenant to the end', async (t) => {
  const db = await openDatabase(t);
  const { tenantId } = await addTenant(db);
  const actor = { kind: 'system', id: 'cli' } as const;
  await deleteTenantFor({ db, events: createEventBus() }, { tenantId, actor }, atOnce);
  t.deepEqual(await rowsOf(db, tenantId), [0, 0, 0, 1]);
});

test('nothing is added to a tenant that is closing, and nothing in it changes', async (t) => {
  const db = await openDatabase(t);
  const { tenantId, slug, owner, secret, userIds } = await addTenant(db);
  const services = { db, events: createEventBus(), accounts: testAccounts };
  await deleteTenant(services, { tenantId, principal: owner }, later);
  const superAdmin = { ...userCaller(userIds[2] ?? '', true), secondFactor: true };
  const before = await rowsOf(db, tenantId);
  for (const principal of [owner, superAdmin]) {
    const call = { tenantId, principal };
    const notFound = { code: 'TENANT_NOT_FOUND' };
    await t.throwsAsync(updateTenant(services, { ...call, changes: { name: 'X' } }), notFound);
    await t.throwsAsync(removeMember(services, { ...call, membershipId: randomUUID() }), notFound);
    await t.throwsAsync(deleteTenant(services, call, later), notFound);
  }
  const accepting = { kind: 'account', userId: userIds[1] ?? '' } as const;
  await t.throwsAsync(acceptInvitation(services, { secret, accepting }), { code: 'INVITATION_NOT_FOUND' });
  await t.throwsAsync(createTenant(services, { principal: owner, name: 'X', slug }), { code: 'SLUG_TAKEN' });
  const client = { id: randomUUID(), name: 'Machine', type: 'MACHINE', tenantId } as const;
  await t.throwsAsync(db.client.create({ data: client }), { message: /the tenant does not exist|constraint/iu });
  t.deepEqual(await rowsOf(db, tenantId), before);
});

test('what is added while a large tenant is deleted is refused or deleted with it', async (t) => {
  const db = await openDatabase(t);
  const tenants = await Promise.all(Array.from({ length: 5 }, () => addTenant(db)));
  const services = { db, events: createEventBus(), accounts: testAccounts };
  const add = async ({ tenantId, secret, userIds, owner }: (typeof tenants)[number]) => {
    const data = { id: randomUUID(), name: 'Machine', type: 'MACHINE', tenantId } as const;
    // A member leaves, and accepts an invitation.
    await db.membership.deleteMany({ where: { tenantId, userId: userIds[1] ?? '' } });
    const accepting = { kind: 'account', userId: userIds[1] ?? '' } as const;
    await Promise.allSettled([
      acceptInvitation(services, { secret, accepting }),
      db.client.create({ data }),
      deleteTenant(services, { tenantId, principal: owner }, { ...atOnce, pace: fixedBatches(1) }),
      db.client.create({ data: { ...data, id: randomUUID() } }),
    ]);
    await deleteClosingTenants({ ...services, logger: silentLogger }, later.pace);
    return [...(await rowsOf(db, tenantId)), await db.client.count({ where: { tenantId } })];
  };
  t.deepEqual(
    await Promise.all(tenants.map(add)),
    tenants.map(() => [0, 0, 0, 1, 0]),
  );
});
