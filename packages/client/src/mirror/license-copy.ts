import type { LicenseSnapshot } from '../generated/api-types.js';
import { createLoadingUsers, keyOf, type LoadingUser, type LoadingUsers } from './loading-users.js';
import { createSeatTable, type SeatTable } from './seat-table.js';
import type { StreamEvent } from './stream-event.js';
import { factsOf, type SnapshotSubscription, type Subscription, timeOf } from './subscription.js';

/** A copy of the seats and subscriptions of an application, as far as events have told. */
export interface LicenseCopy {
  readonly seats: SeatTable;
  /** The users whose seats are being loaded. */
  readonly loading: LoadingUsers;
  /** Adds a page of a snapshot. */
  add(page: Pick<LicenseSnapshot, 'seats' | 'subscriptions'>): void;
  /** Applies an event. Returns false if the copy cannot be kept current by events and must be made anew. */
  apply(event: StreamEvent): boolean;
  /** Stores what was loaded of a subscription; undefined if there is no such subscription. */
  load(subscription: Subscription, loaded: SnapshotSubscription | undefined): void;
  /** Stores what was loaded of a user whose account was enabled: all seats of the user, in all tenants of the copy. */
  loadUser(user: LoadingUser, page: LicenseSnapshot): void;
  /** Outdates the subscriptions whose `settleAt` has come: time may have taken seats away. */
  settle(latest: number): void;
}

/** Changes of a subscription that no check depends on. If they take seats away, each of those has its own event. */
const harmless = new Set(['quantity', 'overagePercent', 'reclaimAfterDays', 'trial', 'leases']);

/**
 * Creates an empty copy. `onOutdated` is called for each subscription that must be loaded, `onUser` for each user.
 *
 * These events can change a check:
 * - `seat.granted`, `seat.revoked`: the seats. Every seat that comes or goes has one, whatever the cause: also when a member
 *   is suspended or removed, an account or a tenant is deleted, a quantity is lowered or an unused seat is reclaimed. A seat
 *   that is replaced by one of another license type has `seat.released`, which needs nothing: its `seat.granted` follows.
 * - `subscription.updated`: status, end, limits or a planned quantity. What has changed is not in the event, so the subscription
 *   is not used before it was loaded again. `subscription.created` only loads it early.
 * - `license_type.updated`: name, features or limits of a license type. It comes once for each tenant that has a subscription of
 *   the type; those of the tenant are loaded again.
 * - `user.disabled`, `user.enabled`: of a disabled account nothing counts, although it keeps its seats. What it has when it is
 *   enabled may not be known here, so it is loaded. The same holds for a seat that a disabled account gets
 *   (`accountDisabled` of `seat.granted`), because the account may be enabled by now.
 * - `tenant.deleted`: everything of the tenant is gone.
 * - `platform.restored`: the database is an older one.
 *
 * Time changes a check, too: the start and end of a subscription are compared each time, and when a planned quantity takes
 * effect (`settleAt`) the subscription is loaded again. The service then writes the events of the seats that it takes away.
 */
export function createLicenseCopy(
  applicationId: string,
  onOutdated: (subscription: Subscription) => void,
  onUser: (user: LoadingUser) => void,
): LicenseCopy {
  const seats = createSeatTable();
  const subscriptions = new Map<string, Subscription>();
  const ofTenants = new Map<string, Set<Subscription>>();
  const loading = createLoadingUsers(onUser);
  // Those of whom an event has told. Of others, a snapshot has no seat.
  const disabled = new Set<string>();
  // Not later than the earliest `settleAt`.
  let nextSettleAt = Number.POSITIVE_INFINITY;

  function store(subscription: Subscription, loaded: SnapshotSubscription | undefined): void {
    subscription.facts = loaded && factsOf(loaded);
    subscription.outdated = false;
    nextSettleAt = Math.min(nextSettleAt, subscription.facts?.settleAt ?? Number.POSITIVE_INFINITY);
  }

  function known(id: string, tenantId: string): Subscription {
    const found = subscriptions.get(id);
    if (found) return found;
    const added = { id, tenantId, facts: undefined, outdated: false, version: 0, usableFrom: 0 };
    subscriptions.set(id, added);
    ofTenants.set(tenantId, (ofTenants.get(tenantId) ?? new Set()).add(added));
    return added;
  }

  function outdate(subscription: Subscription): void {
    subscription.outdated = true;
    subscription.version += 1;
    onOutdated(subscription);
  }

  /** A subscription whose type is not known is being loaded, perhaps with what was true before the change. */
  function outdateType(tenantId: string, slug: unknown): void {
    for (const subscription of ofTenants.get(tenantId) ?? [])
      if (subscription.facts === undefined || subscription.facts.licenseType === slug) outdate(subscription);
  }

  function requireKnown(id: string, tenantId: string): Subscription {
    const isNew = !subscriptions.has(id);
    const subscription = known(id, tenantId);
    if (isNew) outdate(subscription);
    return subscription;
  }

  function deleteTenant(tenantId: string): void {
    seats.deleteTenant(tenantId);
    loading.endTenant(tenantId);
    for (const { id } of ofTenants.get(tenantId) ?? []) subscriptions.delete(id);
    ofTenants.delete(tenantId);
  }

  return {
    seats,
    loading,
    add(page) {
      for (const loaded of page.subscriptions) store(known(loaded.id, loaded.tenantId), loaded);
      for (const { tenantId, userId, subscriptionId, assignedAt } of page.seats) {
        const subscription = requireKnown(subscriptionId, tenantId);
        seats.set({ tenantId, userId, subscription, assignedAt: timeOf(assignedAt) });
      }
    },
    apply({ type, tenantId, subjectId, data, occurredAt }) {
      if (type === 'platform.restored') return false;
      if (tenantId === null || subjectId === null) return true;
      const isOwn = data['applicationId'] === applicationId;
      if (type === 'seat.granted' && isOwn) {
        const { subscriptionId } = data;
        if (typeof subscriptionId !== 'string') return false;
        const subscription = requireKnown(subscriptionId, tenantId);
        if (data['accountDisabled'] === true || disabled.has(keyOf(tenantId, subjectId))) {
          seats.delete(tenantId, subjectId);
          loading.begin(tenantId, subjectId);
          return true;
        }
        loading.change(tenantId, subjectId);
        // The snapshot may have the seat already, and with its exact time.
        if (seats.subscriptionOf(seats.find(tenantId, subjectId)) === subscription) return true;
        seats.set({ tenantId, userId: subjectId, subscription, assignedAt: occurredAt });
      } else if (type === 'seat.revoked' && isOwn) {
        seats.delete(tenantId, subjectId);
        loading.change(tenantId, subjectId);
      } else if (type === 'user.disabled') {
        disabled.add(keyOf(tenantId, subjectId));
        seats.delete(tenantId, subjectId);
        loading.end(tenantId, subjectId);
      } else if (type === 'user.enabled') {
        disabled.delete(keyOf(tenantId, subjectId));
        loading.begin(tenantId, subjectId);
      } else if (type === 'subscription.created' && isOwn) {
        requireKnown(subjectId, tenantId);
      } else if (type === 'subscription.updated') {
        const subscription = subscriptions.get(subjectId);
        if (subscription && !isHarmless(data['changed'])) outdate(subscription);
      } else if (type === 'license_type.updated' && isOwn) {
        outdateType(tenantId, data['slug']);
      } else if (type === 'tenant.deleted') {
        deleteTenant(tenantId);
      }
      return true;
    },
    load: store,
    loadUser({ tenantId, userId }, page) {
      // Those that are known are current, or are being loaded.
      const added = page.subscriptions.filter(
        (loaded) => loaded.tenantId === tenantId && !subscriptions.has(loaded.id),
      );
      for (const loaded of added) store(known(loaded.id, tenantId), loaded);
      seats.delete(tenantId, userId);
      for (const seat of page.seats)
        if (seat.tenantId === tenantId && seat.userId === userId)
          seats.set({
            tenantId,
            userId,
            subscription: requireKnown(seat.subscriptionId, tenantId),
            assignedAt: timeOf(seat.assignedAt),
          });
    },
    settle(latest) {
      if (latest < nextSettleAt) return;
      nextSettleAt = Number.POSITIVE_INFINITY;
      for (const subscription of subscriptions.values()) {
        const { settleAt = Number.POSITIVE_INFINITY } = subscription.facts ?? {};
        if (settleAt > latest) nextSettleAt = Math.min(nextSettleAt, settleAt);
        else if (!subscription.outdated) outdate(subscription);
      }
    },
  };
}

function isHarmless(changed: unknown): boolean {
  return Array.isArray(changed) && changed.length > 0 && changed.every((name) => harmless.has(String(name)));
}
