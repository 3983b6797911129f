import type { Subscription } from './subscription.js';

/**
 * The seats by tenant and user. A seat is a number, its index in arrays: so a seat takes about 110 bytes, most of them for the
 * id of its user.
 */
export interface SeatTable {
  readonly size: number;
  /** Returns the seat of a user, or -1. */
  find(tenantId: string, userId: string): number;
  set(seat: {
    readonly tenantId: string;
    readonly userId: string;
    readonly subscription: Subscription;
    readonly assignedAt: number;
  }): void;
  delete(tenantId: string, userId: string): void;
  deleteTenant(tenantId: string): void;
  subscriptionOf(seat: number): Subscription | undefined;
  assignedAt(seat: number): number;
  /** The minute in which the use of a seat was noted last; 0 if never. */
  notedIn(seat: number): number;
  setNotedIn(seat: number, minute: number): void;
}

export function createSeatTable(): SeatTable {
  const tenants = new Map<string, Map<string, number>>();
  const subscriptions: (Subscription | undefined)[] = [];
  let times = new Float64Array(64);
  let minutes = new Uint32Array(64);
  const free: number[] = [];

  function add(): number {
    const reused = free.pop();
    if (reused !== undefined) return reused;
    const seat = subscriptions.length;
    if (seat === times.length) {
      times = copyInto(new Float64Array(seat * 1.5), times);
      minutes = copyInto(new Uint32Array(seat * 1.5), minutes);
    }
    return seat;
  }

  function drop(seat: number): void {
    subscriptions[seat] = undefined;
    free.push(seat);
  }

  return {
    get size() {
      return subscriptions.length - free.length;
    },
    find: (tenantId, userId) => tenants.get(tenantId)?.get(userId) ?? -1,
    set({ tenantId, userId, subscription, assignedAt }) {
      const users = tenants.get(tenantId) ?? new Map<string, number>();
      tenants.set(tenantId, users);
      const seat = users.get(userId) ?? add();
      users.set(userId, seat);
      subscriptions[seat] = subscription;
      times[seat] = assignedAt;
      minutes[seat] = 0;
    },
    delete(tenantId, userId) {
      const users = tenants.get(tenantId);
      const seat = users?.get(userId);
      if (!users || seat === undefined) return;
      users.delete(userId);
      if (users.size === 0) tenants.delete(tenantId);
      drop(seat);
    },
    deleteTenant(tenantId) {
      for (const seat of tenants.get(tenantId)?.values() ?? []) drop(seat);
      tenants.delete(tenantId);
    },
    subscriptionOf: (seat) => subscriptions[seat],
    assignedAt: (seat) => times[seat] ?? 0,
    notedIn: (seat) => minutes[seat] ?? 0,
    setNotedIn(seat, minute) {
      minutes[seat] = minute;
    },
  };
}

function copyInto<Numbers extends Float64Array | Uint32Array>(larger: Numbers, numbers: Numbers): Numbers {
  larger.set(numbers);
  return larger;
}
