import type { Transaction } from '../database.js';
import { Prisma } from '../generated/client.js';

/*
 * The one lock order, and the only functions that take these locks. A transaction that needs several of them takes them
 * in this order, so that no two transactions ever wait for each other in a circle:
 *
 *   1. the user, when an account is deleted, kept, disabled or joins a tenant (`lock-user.ts`)
 *   2. the tenants, by id
 *   3. the memberships, by id
 *   4. the subscriptions, by id
 *
 * Sessions and grants are ended under the tenant's lock, never before it. Locks of other tables (sessions, clients,
 * queued mail) are taken where they are used.
 *
 * Who needs which:
 *
 *   - A change of a tenant, its members or invitations locks the tenant, and so does a new subscription. Changes of one
 *     tenant follow one another, so what one of them has counted (owners, pending invitations) stays true until its commit.
 *   - A seat change locks the membership, then the subscriptions; a change of a subscription locks that one. Neither
 *     locks the tenant: seats of different members meet at a subscription only, and a rename never meets them.
 *   - A change that takes seats away (removal, suspension, deletion of the account or the tenant) locks the memberships
 *     as well, before it looks for seats: a seat change that came first has committed by then, and one that comes later
 *     finds no active member.
 *
 * The locks of 2 to 4 are exclusive (FOR NO KEY UPDATE). PostgreSQL lets a new FOR SHARE or FOR KEY SHARE overtake a
 * transaction that waits for an exclusive lock, so steady shared lockers keep it waiting for ever. Rows that refer to a
 * tenant take FOR KEY SHARE on it by their foreign key, and DELETE waits for those: insert such rows under the tenant's
 * lock only. NO KEY lets rows that merely refer to the locked one be written meanwhile.
 */

/** Locks a tenant until the commit; undefined if there is none. Says what the tenant demands of those who manage it. */
export async function lockTenantRow(
  tx: Transaction,
  tenantId: string,
): Promise<{ readonly mfaRequired: boolean } | undefined> {
  const [tenant] = await tx.$queryRaw<{ mfaRequired: boolean }[]>`
    SELECT mfa_policy = 'REQUIRED' AS "mfaRequired" FROM identity.tenants WHERE id = ${tenantId}::uuid FOR NO KEY UPDATE`;
  return tenant;
}

/** Locks every tenant that a user has joined, by id, and then the user's memberships there. Until the commit. */
export async function lockTenantsOfUser(tx: Transaction, userId: string): Promise<void> {
  // Tenants that only invited the user are left alone: two callers who add different ones later could wait in a circle.
  const joined = Prisma.sql`user_id = ${userId}::uuid AND status <> 'INVITED'`;
  await tx.$queryRaw`
    SELECT 1 FROM identity.tenants WHERE id IN (SELECT tenant_id FROM identity.memberships WHERE ${joined})
    ORDER BY id FOR NO KEY UPDATE`;
  await tx.$queryRaw`SELECT 1 FROM identity.memberships WHERE ${joined} ORDER BY id FOR NO KEY UPDATE`;
}

/** Locks the memberships of a tenant until the commit, all or one member's. */
export async function lockMembershipRows(
  tx: Transaction,
  { tenantId, userId }: { tenantId: string; userId?: string },
): Promise<void> {
  const ofUser = userId === undefined ? Prisma.empty : Prisma.sql`AND user_id = ${userId}::uuid`;
  // Counted, because a tenant may have a hundred thousand members and nobody needs the rows.
  await tx.$queryRaw`
    SELECT count(*) FROM (
      SELECT 1 FROM identity.memberships WHERE tenant_id = ${tenantId}::uuid ${ofUser} ORDER BY id FOR NO KEY UPDATE
    ) locked`;
}

/** Locks a tenant's subscriptions until the commit, all or those of one license: what is free in them stays free. */
export async function lockSubscriptionRows(
  tx: Transaction,
  { tenantId, licenseTypeId }: { tenantId: string; licenseTypeId?: string },
): Promise<void> {
  const ofLicense =
    licenseTypeId === undefined ? Prisma.empty : Prisma.sql`AND license_type_id = ${licenseTypeId}::uuid`;
  await tx.$queryRaw`
    SELECT 1 FROM identity.subscriptions WHERE tenant_id = ${tenantId}::uuid ${ofLicense}
    ORDER BY id FOR NO KEY UPDATE`;
}

/** Locks one subscription of a tenant until the commit; undefined if there is none. Its seats stay assigned or free meanwhile. */
export async function lockSubscriptionRow(
  tx: Transaction,
  { tenantId, subscriptionId }: { tenantId: string; subscriptionId: string },
): Promise<{ readonly assigned: number; readonly mfaRequired: boolean } | undefined> {
  const [subscription] = await tx.$queryRaw<{ assigned: number; mfaRequired: boolean }[]>`
    SELECT s.quantity_assigned AS assigned, t.mfa_policy = 'REQUIRED' AS "mfaRequired"
    FROM identity.subscriptions s JOIN identity.tenants t ON t.id = s.tenant_id
    WHERE s.id = ${subscriptionId}::uuid AND s.tenant_id = ${tenantId}::uuid FOR NO KEY UPDATE OF s`;
  return subscription;
}
