import type { DomainEvent, EventType, Subscriber } from '@org/identity-core';
import {
  type IdentityPluginHost,
  type LockedSubscription,
  lockSubscriptionRows,
  type Transaction,
} from '@org/identity-prisma';
import { addWaiters } from '../seat-changes/add-waiters.js';
import { freeSeatsOf } from '../seat-changes/free-seats.js';
import { giveSeats } from '../seat-changes/give-seats.js';
import { handOutSeats } from '../seat-changes/hand-out-seats.js';
import { dropReservations } from '../seat-changes/reserve-seats.js';
import { settleSeats } from '../seat-changes/settle-seats.js';
import { findWishes, findWishing, type Wish, type WishingMember } from './find-wishes.js';
import { leaveToRuns } from './leave-to-runs.js';

type Services = Pick<IdentityPluginHost, 'events'>;

/** Gives seats to users who become active members or start to match a rule, in the same transaction. */
export function memberEquipment(services: Services): Subscriber<Transaction>[] {
  const on = (type: EventType): Subscriber<Transaction> => ({
    on: type,
    handle: (tx, event) => equipMember(tx, services, event),
  });
  const joined = { ...on('group.member_added'), handleAll: equipGroupMembers(services) };
  const added = { ...on('member.added'), handleAll: equipMembers(services) };
  const changed = { ...on('member.role_changed'), handleAll: equipMembers(services) };
  return [added, changed, on('member.reactivated'), joined];
}

/** The same for many members at once. If all of them have the seats of the rules, one statement is enough. */
function equipMembers(services: Services): NonNullable<Subscriber<Transaction>['handleAll']> {
  return async (tx, events) => {
    const wishing = await findWishing(tx, events);
    for (const event of events)
      if (event.data['licenses'] !== undefined || wishing.has(`${event.tenantId} ${event.subjectId}`))
        await equipMember(tx, services, event);
  };
}

/** The same for many who come into a group at once. Without a rule for the group, one statement is enough. */
function equipGroupMembers(services: Services): NonNullable<Subscriber<Transaction>['handleAll']> {
  return async (tx, events) => {
    const idsOf = (values: readonly unknown[]) => ({ in: [...new Set(values.filter((id) => typeof id === 'string'))] });
    const groupId = idsOf(events.map(({ data }) => data['groupId']));
    const where = { tenantId: idsOf(events.map(({ tenantId }) => tenantId)), groupId };
    if ((await tx.licenseRule.count({ where })) === 0) return;
    for (const event of events) await equipMember(tx, services, event);
  };
}

/**
 * Gives a member the seats that were kept for the invitation, and those of the tenant's rules. Without a free seat the
 * member is put on the waiting list. The number of statements does not depend on the number of rules.
 */
async function equipMember(tx: Transaction, services: Services, event: DomainEvent): Promise<void> {
  const { tenantId, subjectId: userId, actor, data } = event;
  if (!tenantId || !userId) return;
  const { invitationId, licenses } = data;
  const kept = Array.isArray(licenses) ? licenses : [];
  const member = { tenantId, userId, kept };
  const found = await findWishes(tx, member);
  if (kept.length === 0 && found.every(({ hasSeat }) => hasSeat)) return;
  // All of them at once: see the lock order. The change of the membership has locked it already.
  const licenseTypeIds = found.flatMap((wish) => [wish.licenseTypeId, wish.waitsFor ?? []].flat());
  let subscriptions = await lockSubscriptionRows(tx, { tenantId, licenseTypeIds });
  // A seat of a waiting list may have come before these locks. No other seat can: it needs the lock of the membership.
  let wishes = found.some(({ waitsFor }) => waitsFor) ? await findWishes(tx, member) : found;
  const joining = { tx, services, member, actor };
  if (typeof invitationId === 'string') {
    const dropped = await dropReservations(tx, { invitationId, subscriptions });
    // Before other changes of these subscriptions, so that the waiting list does not get the reserved seats.
    const given = await give(joining, dropped, wishes.filter(isKept));
    wishes = wishes.filter(({ applicationId }) => !given.has(applicationId));
    await handOutSeats(tx, services, given.size < kept.length ? subscriptions : []);
    subscriptions = await lockSubscriptionRows(tx, { tenantId, licenseTypeIds });
  }
  if (await settleSeats(tx, services, subscriptions))
    subscriptions = await lockSubscriptionRows(tx, { tenantId, licenseTypeIds });
  await giveOrWait(joining, subscriptions, await leaveToRuns(tx, { tenantId, wishes, subscriptions }));
}

interface Joining {
  readonly tx: Transaction;
  readonly services: Services;
  readonly member: WishingMember;
  readonly actor: DomainEvent['actor'];
}

const isKept = ({ cause }: Wish) => cause === 'invitation';

/** For each application the first wish with a free seat; without one, a place in the waiting list of the first wish. */
async function giveOrWait(
  joining: Joining,
  subscriptions: readonly LockedSubscription[],
  wishes: readonly Wish[],
): Promise<void> {
  const { tx, services, member, actor } = joining;
  const takeFree = freeSeatsOf(subscriptions);
  const [chosen, waiting]: [Wish[], Wish[]] = [[], []];
  const open = wishes.filter(({ hasSeat }) => !hasSeat);
  for (const applicationId of new Set(open.map((wish) => wish.applicationId))) {
    const ofApplication = open.filter((wish) => wish.applicationId === applicationId);
    const free = ofApplication.find(({ licenseTypeId }) => takeFree(licenseTypeId));
    if (free) chosen.push(free);
    else waiting.push(...ofApplication.slice(0, 1));
  }
  await give(joining, subscriptions, chosen);
  for (const cause of ['invitation', 'rule'] as const) {
    const wanted = seatsOf(member, waiting, cause);
    await addWaiters(tx, services, { tenantId: member.tenantId, wanted, actor, cause });
  }
}

/** Gives seats of the wishes as far as there are free ones. Returns the applications. */
async function give(
  { tx, services, member, actor }: Joining,
  subscriptions: readonly LockedSubscription[],
  wishes: readonly Wish[],
): Promise<Set<string>> {
  const applications = new Set<string>();
  const { tenantId } = member;
  const open = wishes.filter(({ hasSeat }) => !hasSeat);
  for (const cause of ['invitation', 'rule'] as const) {
    const wanted = seatsOf(member, open, cause);
    const { given } = await giveSeats(tx, services, { tenantId, subscriptions, wanted, actor, cause });
    for (const { applicationId } of given) applications.add(applicationId);
  }
  return applications;
}

function seatsOf({ userId }: WishingMember, wishes: readonly Wish[], cause: Wish['cause']) {
  return wishes
    .filter((wish) => wish.cause === cause)
    .map(({ applicationId, licenseTypeId }) => ({ userId, applicationId, licenseTypeId }));
}
