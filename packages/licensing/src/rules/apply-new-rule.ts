import type { Actor } from '@org/identity-core';
import {
  type BatchPace,
  type IdentityPluginHost,
  type LockedSubscription,
  lockSubscriptionRows,
  Prisma,
  type Role,
  type Transaction,
} from '@org/identity-prisma';
import { addWaiters } from '../seat-changes/add-waiters.js';
import { freeSeatsOf } from '../seat-changes/free-seats.js';
import { giveSeats, type WantedSeat } from '../seat-changes/give-seats.js';
import { handOutSeats } from '../seat-changes/hand-out-seats.js';
import { settleSeats } from '../seat-changes/settle-seats.js';

type Services = Pick<IdentityPluginHost, 'events'>;

export interface NewRule {
  readonly rule: {
    tenantId: string;
    applicationId: string;
    licenseTypeId: string;
    role: Role | null;
    groupId: string | null;
  };
  /** Those of its application. */
  readonly licenseTypeIds: readonly string[];
  /** Who added the rule. */
  readonly actor: Actor;
  /** The last member of the batch before. Undefined: there was none. */
  readonly after: RuleMember | undefined;
}

/** A position in the order in which the members of a tenant joined. */
export interface RuleMember {
  readonly joinedAt: Date;
  readonly membershipId: string;
}

/**
 * Applies a new rule to the next members who match it, in the order in which they joined: they get free seats, the others
 * wait. Returns the last one, or undefined if there are no more. The tenant is locked, so no member joins or leaves. All
 * subscriptions of the application are locked, so nobody gets a seat of it in another way. The memberships are not locked.
 */
export async function applyToNextMembers(
  tx: Transaction,
  services: Services,
  { rule, licenseTypeIds, actor, after }: NewRule,
  pace: BatchPace,
): Promise<RuleMember | undefined> {
  const { tenantId, applicationId, licenseTypeId } = rule;
  const scope = { tenantId, licenseTypeIds };
  let subscriptions = await lockSubscriptionRows(tx, scope);
  // Those who wait already come before the members of the rule. After the first batch, no seat is free while somebody waits.
  const isChanged =
    (await settleSeats(tx, services, subscriptions)) ||
    (!after && (await handOutSeats(tx, services, subscriptions)) > 0);
  if (isChanged) subscriptions = await lockSubscriptionRows(tx, scope);
  return pace.run(async (batchSize) => {
    const members = await nextMembers(tx, { rule, after, batchSize });
    const wanted = members
      .filter(({ seated }) => !seated)
      .map(({ userId }) => ({ userId, applicationId, licenseTypeId }));
    const free = countFree(subscriptions, wanted);
    const gift = { tenantId, subscriptions, wanted: wanted.slice(0, free), actor, cause: 'rule' as const };
    await giveSeats(tx, services, { ...gift, withoutLocks: true });
    await addWaiters(tx, services, { tenantId, wanted: wanted.slice(free), actor, cause: 'rule' });
    return members.length < batchSize ? undefined : members.at(-1);
  });
}

/** How many of the wanted seats are free. */
function countFree(subscriptions: readonly LockedSubscription[], wanted: readonly WantedSeat[]): number {
  const takeFree = freeSeatsOf(subscriptions);
  const first = wanted.findIndex(({ licenseTypeId }) => !takeFree(licenseTypeId));
  return first < 0 ? wanted.length : first;
}

/** The next active members with the role of a rule, in the order of joining, and whether they have a seat of its application. */
function nextMembers(
  tx: Transaction,
  { rule, after, batchSize }: Pick<NewRule, 'rule' | 'after'> & { batchSize: number },
): Promise<(RuleMember & { userId: string; seated: boolean })[]> {
  const { tenantId, applicationId, role, groupId } = rule;
  const withRole = role === null ? Prisma.empty : Prisma.sql`AND role = ${role}::identity.role`;
  const inGroup =
    groupId === null
      ? Prisma.empty
      : Prisma.sql`AND EXISTS (
          SELECT FROM identity.group_members g WHERE g.group_id = ${groupId}::uuid AND g.user_id = memberships.user_id)`;
  const later = after
    ? Prisma.sql`AND (joined_at, id) > (${after.joinedAt}::timestamptz, ${after.membershipId}::uuid)`
    : Prisma.empty;
  return tx.$queryRaw`
    SELECT m.id AS "membershipId", m.joined_at AS "joinedAt", m.user_id AS "userId", EXISTS (
      SELECT 1 FROM identity.seats s
      WHERE s.tenant_id = ${tenantId}::uuid AND s.application_id = ${applicationId}::uuid AND s.user_id = m.user_id
    ) AS seated
    FROM (
      SELECT id, joined_at, user_id FROM identity.memberships
      WHERE tenant_id = ${tenantId}::uuid AND status = 'ACTIVE' ${withRole} ${inGroup} ${later}
      ORDER BY joined_at, id LIMIT ${Prisma.raw(String(batchSize))}
    ) m ORDER BY m.joined_at, m.id`;
}
