import { randomBytes, randomUUID } from 'node:crypto';
import { createEventBus, type OpenDatabase, type Transaction } from '@org/identity-prisma';
import { noMailLimits, openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { lockTenant } from '../../src/access/lock-tenant.js';
import { createInvitation } from '../../src/invitations/create-invitation.js';
import { resendInvitation, revokeInvitation } from '../../src/invitations/manage-invitation.js';
import { removeMember, updateMember } from '../../src/members/change-member.js';
import { deleteTenant } from '../../src/tenant/delete-tenant.js';
import { updateTenant } from '../../src/tenant/update-tenant.js';
import { testAccounts } from '../support/accounts.js';
import { addTenant, addUser } from '../support/members.js';
import { userCaller } from '../support/principals.js';

let database: OpenDatabase;
test.before(async () => {
  database = await openTestDatabase();
});
test.after.always(() => database?.close());

const events = createEventBus();
const services = () => ({
  db: database.db,
  events,
  accounts: testAccounts,
  services: {},
  issuer: 'http://localhost:3000',
  brand: { productName: 'Test' },
  sendMail: () => {},
  mailLimits: { max: noMailLimits, count: () => Promise.resolve() },
  mail: {
    add: async (tx: Transaction) => {
      await tx.outgoingMail.create({ data: { encryptedMessage: new Uint8Array(8) } });
    },
  },
});

interface Scene {
  tenantId: string;
  membershipId: string;
  invitationId: string;
  principal: ReturnType<typeof userCaller>;
}

/** Resolves as soon as a connection to this database waits for a lock. */
async function untilConnectionWaits(): Promise<void> {
  for (;;) {
    const { rows } = await database.pool.query<{ waiting: number }>(
      `SELECT count(*)::int AS waiting FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (rows[0]?.waiting) return;
  }
}

const actions: Record<string, (scene: Scene) => Promise<unknown>> = {
  'invite an owner': ({ tenantId, principal }) =>
    createInvitation(services(), {
      tenantId,
      principal,
      email: `${randomUUID()}@people.test`,
      role: 'owner',
      expiresInDays: 7,
      language: 'en',
    }),
  'resend an invitation': (scene) => resendInvitation(services(), { ...scene, language: 'en' }),
  'revoke an invitation': (scene) => revokeInvitation(services(), scene),
  'make somebody an owner': (scene) => updateMember(services(), { ...scene, changes: { role: 'owner' } }),
  'remove somebody': (scene) => removeMember(services(), scene),
  'update the tenant': (scene) => updateTenant(services(), { ...scene, changes: { name: 'Changed' } }),
  'delete the tenant': (scene) => deleteTenant(services(), scene),
};

for (const [title, act] of Object.entries(actions)) {
  test.serial(`an owner who is removed while waiting for the tenant's lock cannot ${title}`, async (t) => {
    const { db } = database;
    const [caller, other, target] = [await addUser(db), await addUser(db), await addUser(db)];
    const tenantId = await addTenant(db, `w-${randomUUID()}`, [
      { userId: caller, role: 'owner' },
      { userId: other, role: 'owner' },
      { userId: target, role: 'member' },
    ]);
    const { id: membershipId } = await db.membership.findFirstOrThrow({ where: { tenantId, userId: target } });
    const { id: invitationId } = await db.invitation.create({
      data: {
        tenantId,
        email: 'a@b.test',
        normalizedEmail: 'a@b.test',
        role: 'owner',
        secretHash: Uint8Array.from(randomBytes(32)),
        expiresInDays: 7,
        expiresAt: new Date(Date.now() + 86_400_000),
      },
    });
    let acting: Promise<unknown> = Promise.resolve();
    await db.$transaction(async (tx) => {
      await lockTenant(tx, tenantId);
      acting = act({ tenantId, membershipId, invitationId, principal: userCaller(caller) });
      acting.catch(() => {});
      await untilConnectionWaits();
      await tx.membership.deleteMany({ where: { tenantId, userId: caller } });
    });
    await t.throwsAsync(acting, { code: 'TENANT_NOT_FOUND' });
  });
}
