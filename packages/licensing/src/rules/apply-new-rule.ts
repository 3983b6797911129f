import type { Actor } from '@org/identity-core';
import {
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

interface NewRule {
  readonly rule: { tenantId: string; applicationId: string; licenseTypeId: string; role: Role | null };
  readonly actor: Actor;
}

/** How many members are looked at, given seats and recorded as events at once. */
const batchSize = 1_000;

/**
 * Applies a new rule to the members who match it, in the order in which they joined: they get free seats, the others wait.
 * The tenant is locked, so no member comes or goes. All subscriptions of the application are locked, so nobody gets a seat
 * of it in another way. The memberships are not locked: there may be a hundred thousand.
 */
export async function applyNewRule(tx: Transaction, services: Services, { rule, actor }: NewRule): Promise<void> {
  const { tenantId, applicationId, licenseTypeId } = rule;
  const types = await tx.licenseType.findMany({ where: { applicationId }, select: { id: true } });
  const scope = { tenantId, licenseTypeIds: types.map(({ id }) => id) };
  const locked = await lockSubscriptionRows(tx, scope);
  // Those who wait already come before the members of the rule.
  if (!(await settleSeats(tx, services, locked))) await handOutSeats(tx, services, locked);
  for await (const userIds of matchingMembers(tx, rule)) {
    const wanted = userIds.map((userId) => ({ userId, applicationId, licenseTypeId }));
    const subscriptions = await lockSubscriptionRows(tx, scope);
    const free = countFree(subscriptions, wanted);
    const gift = { tenantId, subscriptions, wanted: wanted.slice(0, free), actor, cause: 'rule' as const };
    await giveSeats(tx, services, { ...gift, withoutLocks: true });
    await addWaiters(tx, services, { tenantId, wanted: wanted.slice(free), actor, cause: 'rule' });
  }
}

/** How many of the wanted seats are free. */
function countFree(subscriptions: readonly LockedSubscription[], wanted: readonly WantedSeat[]): number {
  const takeFree = freeSeatsOf(subscriptions);
  const first = wanted.findIndex(({ licenseTypeId }) => !takeFree(licenseTypeId));
  return first < 0 ? wanted.length : first;
}

/** The active members who match a rule and have no seat of its application, in batches, in the order of joining. */
async function* matchingMembers(tx: Transaction, rule: NewRule['rule']): AsyncGenerator<string[]> {
  const { tenantId, applicationId, role } = rule;
  const withRole = role === null ? Prisma.empty : Prisma.sql`AND m.role = ${role}::identity.role`;
  // A cursor, because the order needs a sort of all members. It does not see the seats that are given meanwhile.
  await tx.$executeRaw`
    DECLARE rule_members CURSOR FOR
    SELECT m.user_id AS "userId" FROM identity.memberships m
    WHERE m.tenant_id = ${tenantId}::uuid AND m.status = 'ACTIVE' ${withRole} AND NOT EXISTS (
      SELECT 1 FROM identity.seats s
      WHERE s.tenant_id = m.tenant_id AND s.application_id = ${applicationId}::uuid AND s.user_id = m.user_id)
    ORDER BY m.joined_at, m.id`;
  for (;;) {
    const rows = await tx.$queryRaw<{ userId: string }[]>`FETCH ${Prisma.raw(String(batchSize))} FROM rule_members`;
    if (rows.length > 0) yield rows.map(({ userId }) => userId);
    if (rows.length < batchSize) break;
  }
  await tx.$executeRaw`CLOSE rule_members`;
}
