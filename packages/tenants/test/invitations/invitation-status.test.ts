import { randomBytes, randomUUID } from 'node:crypto';
import type { InvitationStatus, OpenDatabase } from '@org/identity-prisma';
import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { expiryAfter, statusOf, whereStatus } from '../../src/invitations/invitation-status.js';
import { addTenant } from '../support/members.js';

let database: OpenDatabase;
test.before(async () => {
  database = await openTestDatabase();
});
test.after.always(() => database?.close());

const now = new Date('2026-03-01T12:00:00.000Z');
const times = {
  'a millisecond ago': new Date(now.getTime() - 1),
  now,
  'in a millisecond': new Date(now.getTime() + 1),
};
const statuses: InvitationStatus[] = ['PENDING', 'ACCEPTED', 'REVOKED', 'EXPIRED'];

for (const stored of statuses) {
  for (const [title, expiresAt] of Object.entries(times)) {
    const expected = stored === 'PENDING' && expiresAt <= now ? 'EXPIRED' : stored;
    test(`an invitation stored as ${stored} that ends ${title} is ${expected}`, (t) => {
      t.is(statusOf({ status: stored, expiresAt }, now), expected);
    });
  }
}

test('the rows found by a status are those that have it, and each row has one', async (t) => {
  const tenantId = await addTenant(database.db, 'statuses');
  for (const stored of statuses) {
    for (const expiresAt of Object.values(times)) {
      const email = `${randomUUID()}@people.test`;
      const data = { tenantId, email, normalizedEmail: email, status: stored, expiresAt, expiresInDays: 7 };
      await database.db.invitation.create({ data: { ...data, secretHash: Uint8Array.from(randomBytes(32)) } });
    }
  }
  const seen = new Set<string>();
  for (const status of statuses) {
    const rows = await database.db.invitation.findMany({ where: { tenantId, ...whereStatus(status, now) } });
    for (const row of rows) {
      t.is(statusOf(row, now), status);
      t.false(seen.has(row.id));
      seen.add(row.id);
    }
  }
  t.is(seen.size, 12);
});

test('an invitation expires after whole days of 24 hours, over a change of the clocks, too', (t) => {
  const beforeSummerTime = new Date('2026-03-28T12:00:00.000Z');
  t.is(expiryAfter(1, beforeSummerTime).toISOString(), '2026-03-29T12:00:00.000Z');
  t.is(expiryAfter(90, now).toISOString(), '2026-05-30T12:00:00.000Z');
});

test('the database keeps at most one pending invitation of an address and a tenant', async (t) => {
  const tenantId = await addTenant(database.db, 'one-pending');
  const add = (status: InvitationStatus) =>
    database.pool.query(
      `INSERT INTO identity.invitations
         (id, tenant_id, email, normalized_email, status, secret_hash, expires_in_days, expires_at)
       VALUES (gen_random_uuid(), $1, 'a@b.test', 'a@b.test', $2::identity.invitation_status, $3, 7, now())`,
      [tenantId, status, randomBytes(32)],
    );
  for (const status of [...statuses, 'ACCEPTED', 'REVOKED', 'EXPIRED'] as const) await add(status);
  await t.throwsAsync(add('PENDING'), { code: '23505' });
});
