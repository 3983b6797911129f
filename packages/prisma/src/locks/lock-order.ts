import type { Transaction } from '../database-types.js';
import { Prisma } from '../generated/client.js';

/*
 * The lock order, and the functions that take these locks; the statements of single seat calls take them, too. A
 * transaction that needs several of them takes them in this order, so that transactions never deadlock:
 *
 *   1. the user, if an account is deleted, kept, disabled or joins a tenant (`lock-user.ts`)
 *   2. the tenants, by id
 *   3. the memberships, by id
 *   4. the subscriptions, by id
 *
 * The counters of members come after all of these: triggers lock them at the end of a statement that changes
 * memberships, in the order of their key. A change of a name or an email locks the user's memberships, by a trigger as
 * well. Counters of events are never waited for. The counters of mails about licenses are locked without any of these: that
 * of the tenant, of the sender, of the recipients.
 *
 * Sessions and grants are ended while the tenant is locked, never before. Locks of other tables (sessions, clients,
 * queued mail) are taken where they are used.
 *
 * Which change needs which lock:
 *
 *   - A change of a tenant, its members or its invitations locks the tenant, and so does a new subscription. Changes of one
 *     tenant run one after the other, so what one of them counts (owners, pending invitations) stays true until its commit.
 *   - A seat change locks the membership, then the subscriptions of the license types that it is about. A change of a
 *     subscription locks those of its license type. Neither locks the tenant: seat changes of different members wait for
 *     each other only at a subscription, and never for a rename of the tenant.
 *   - The subscriptions of a license type also protect its reservations and its waiting list. A freed seat goes to the
 *     first waiter without a lock of that membership: a change that deactivates the waiter locks these subscriptions
 *     before its commit, and then releases the seat again.
 *   - A new license rule locks the tenant and all subscriptions of its application, and gives seats to a batch of members
 *     without locks of their memberships: none of them changes while the tenant is locked. For the next batch it locks both
 *     again. A lower quantity that releases very many seats also locks the subscriptions again for each batch.
 *   - A change that needs several license types locks all of their subscriptions at once, never one type after the other.
 *   - A new webhook locks its tenant, because the number of webhooks is limited. Every other change of a webhook, and every
 *     change that adds or reopens deliveries, locks the webhook's row (FOR UPDATE) and no row of this list.
 *   - A large tenant is deleted in batches. The first transaction marks it as closing, under its lock; `lockTenantRow` does
 *     not find it from then on. Each batch locks the tenant, the memberships of the batch and the subscriptions.
 *   - A change that removes seats (removal or suspension of a member, deletion of the account or the tenant) also locks the
 *     memberships before it looks for seats. An earlier seat change has committed by then, and a later one finds no active
 *     member.
 *
 * The locks 2 to 4 are exclusive (FOR NO KEY UPDATE). PostgreSQL lets a new FOR SHARE or FOR KEY SHARE overtake a
 * transaction that waits for an exclusive lock, so a steady flow of shared locks could block it for ever. Rows that refer
 * to a tenant take FOR KEY SHARE on it through their foreign key, and DELETE waits for those: insert such rows only while
 * the tenant is locked. With NO KEY, other transactions can still write rows that only refer to the locked row.
 */

/**
 * Locks a tenant until the commit, and returns whether it requires MFA. Returns undefined if there is no such tenant, or if it
 * is closing: then nothing in it changes any more.
 */
export async function lockTenantRow(
  tx: Transaction,
  tenantId: string,
): Promise<{ readonly mfaRequired: boolean } | undefined> {
  const [tenant] = await tx.$queryRaw<{ mfaRequired: boolean }[]>`
    SELECT mfa_policy = 'REQUIRED' AS "mfaRequired" FROM identity.tenants
    WHERE id = ${tenantId}::uuid AND closing_at IS NULL FOR NO KEY UPDATE`;
  return tenant;
}

/** The same for several tenants, by id. Returns the ids of those that exist and are not closing. */
export async function lockTenantRows(tx: Transaction, tenantIds: readonly string[]): Promise<string[]> {
  const tenants = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM identity.tenants WHERE id = ANY(${tenantIds}::uuid[]) AND closing_at IS NULL
    ORDER BY id FOR NO KEY UPDATE`;
  return tenants.map(({ id }) => id);
}

/**
 * Locks a tenant that is about to be marked as closing, which is locked already: now also against rows that refer to it. Those
 * that were added before are committed then, and can be deleted.
 */
export async function lockTenantToClose(tx: Transaction, tenantId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM identity.tenants WHERE id = ${tenantId}::uuid FOR UPDATE`;
}

/** Who closes a tenant, and since when. */
export interface ClosingTenant {
  readonly closingAt: Date;
  readonly actorKind: string;
  readonly actorId: string | null;
}

/** Locks a tenant that is closing, until the commit. Returns undefined if it is gone. */
export async function lockClosingTenant(tx: Transaction, tenantId: string): Promise<ClosingTenant | undefined> {
  const [tenant] = await tx.$queryRaw<ClosingTenant[]>`
    SELECT closing_at AS "closingAt", closing_actor_kind AS "actorKind", closing_actor_id AS "actorId"
    FROM identity.tenants WHERE id = ${tenantId}::uuid AND closing_at IS NOT NULL FOR NO KEY UPDATE`;
  return tenant;
}

/** Locks every tenant that a user has joined, by id, and then the user's memberships in them, until the commit. */
export async function lockTenantsOfUser(tx: Transaction, userId: string): Promise<void> {
  // Not the tenants that only invited the user: two transactions that lock further tenants later could deadlock.
  const joined = Prisma.sql`user_id = ${userId}::uuid AND status <> 'INVITED'`;
  await tx.$queryRaw`
    SELECT 1 FROM identity.tenants WHERE id IN (SELECT tenant_id FROM identity.memberships WHERE ${joined})
    ORDER BY id FOR NO KEY UPDATE`;
  await tx.$queryRaw`SELECT 1 FROM identity.memberships WHERE ${joined} ORDER BY id FOR NO KEY UPDATE`;
}

/** Locks the memberships of a tenant until the commit: all of them, or those of one or several users. */
export async function lockMembershipRows(
  tx: Transaction,
  { tenantId, userId }: { tenantId: string; userId?: string | readonly string[] },
): Promise<void> {
  const ofUser =
    userId === undefined
      ? Prisma.empty
      : typeof userId === 'string'
        ? Prisma.sql`AND user_id = ${userId}::uuid`
        : Prisma.sql`AND user_id = ANY(${userId}::uuid[])`;
  // count(*) keeps the result small: a tenant may have a hundred thousand members.
  await tx.$queryRaw`
    SELECT count(*) FROM (
      SELECT 1 FROM identity.memberships WHERE tenant_id = ${tenantId}::uuid ${ofUser} ORDER BY id FOR NO KEY UPDATE
    ) locked`;
}

/** A locked subscription, as it is after the wait for the lock. Times are compared with the clock of that moment. */
export interface LockedSubscription {
  readonly id: string;
  readonly tenantId: string;
  readonly applicationId: string;
  readonly licenseTypeId: string;
  readonly purchased: number;
  readonly assigned: number;
  readonly reserved: number;
  /** How many seats can be assigned and reserved, with the overage. 0 if the subscription is not active. */
  readonly allowed: number;
  /** Whether a planned quantity is due. */
  readonly due: boolean;
  /** Whether it has not started yet. */
  readonly early: boolean;
  readonly createdAt: Date;
}

/**
 * Locks subscriptions until the commit: all of a tenant or of several, or those of some license types. Their seats,
 * reservations and waiting lists do not change until then.
 */
export function lockSubscriptionRows(
  tx: Transaction,
  { tenantId, licenseTypeIds }: { tenantId: string | readonly string[]; licenseTypeIds?: readonly string[] },
): Promise<LockedSubscription[]> {
  const ofTypes =
    licenseTypeIds === undefined ? Prisma.empty : Prisma.sql`AND license_type_id = ANY(${licenseTypeIds}::uuid[])`;
  const tenantIds = typeof tenantId === 'string' ? [tenantId] : tenantId;
  return tx.$queryRaw<LockedSubscription[]>`
    SELECT id, tenant_id AS "tenantId", application_id AS "applicationId", license_type_id AS "licenseTypeId",
           quantity_purchased AS purchased, quantity_assigned AS assigned, quantity_reserved AS reserved,
           CASE WHEN status = 'ACTIVE' AND (expires_at IS NULL OR expires_at > clock_timestamp())
             THEN identity.allowed_seats(quantity_purchased, overage_percent) ELSE 0 END AS allowed,
           starts_at > clock_timestamp() AS early, created_at AS "createdAt",
           coalesce(pending_at <= clock_timestamp(), false) AS due
    FROM identity.subscriptions WHERE tenant_id = ANY(${tenantIds}::uuid[]) ${ofTypes}
    ORDER BY id FOR NO KEY UPDATE`;
}
