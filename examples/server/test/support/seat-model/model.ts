/**
 * What the service should do with seats, written once more in the simplest way: one list after the other, no locks, no
 * laziness. Time is counted in hours. The model is of one tenant and one application with two license types.
 */

export type TypeIndex = 0 | 1;
export type Role = 'owner' | 'admin' | 'member';
export type Standing = 'ACTIVE' | 'SUSPENDED' | 'INVITED' | 'GONE' | 'DELETED';

interface Subscription {
  quantity: number;
  overage: number;
  expiresAt: number | undefined;
  plan: { quantity: number; at: number; release: boolean } | undefined;
}

export interface Seat {
  type: TypeIndex;
  /** The last use or else the assignment, for the order in which a lower quantity takes seats away. */
  used: [hour: number, number: number];
  wasUsed: boolean;
  leasedUntil: number;
}

interface Reservation {
  type: TypeIndex;
  /** The person whose invitation it is for; undefined for the lease of somebody who has left. */
  person: number | undefined;
  expiresAt: number;
}

interface Request {
  type: TypeIndex;
  status: 'PENDING' | 'WAITING';
  /** The place in the waiting list. */
  number: number;
}

interface Person {
  standing: Standing;
  role: Role;
  joined: number;
  seat: Seat | undefined;
  request: Request | undefined;
  /** The open invitation: until when it can be accepted, and the type of the reserved seat. */
  invited: { until: number; license: TypeIndex | undefined } | undefined;
}

interface Rule {
  readonly type: TypeIndex;
  readonly role: Role | undefined;
}

const days = (count: number) => count * 24;
export const invitationDays = 2;

export class SeatModel {
  now = 0;
  step = 0;
  readonly subscriptions: [Subscription, Subscription];
  readonly people: Person[];
  reservations: Reservation[] = [];
  readonly rules: Rule[] = [];
  #last = 0;
  #waiting = 0;
  #joined = 0;
  /** How often each person got and lost a seat. Each must have its event and its period. */
  readonly got: number[];
  readonly lost: number[];

  constructor(quantities: [number, number], people: number) {
    const subscription = (quantity: number): Subscription => ({
      quantity,
      overage: 0,
      expiresAt: undefined,
      plan: undefined,
    });
    this.subscriptions = [subscription(quantities[0]), subscription(quantities[1])];
    // The last one is the owner of the tenant, who was there first and stays.
    this.people = Array.from({ length: people + 1 }, (_, index) => ({
      standing: 'ACTIVE' as const,
      role: index === people ? ('owner' as const) : ('member' as const),
      joined: index === people ? -1 : this.#joined++,
      seat: undefined,
      request: undefined,
      invited: undefined,
    }));
    this.got = this.people.map(() => 0);
    this.lost = this.people.map(() => 0);
  }

  person(who: number): Person {
    return this.people[who] as Person;
  }

  // What is counted.

  allowed(type: TypeIndex, quantity = this.subscriptions[type].quantity): number {
    const { overage } = this.subscriptions[type];
    return quantity + (overage > 0 ? Math.max(1, Math.floor((quantity * overage) / 100)) : 0);
  }
  inUse(type: TypeIndex): number {
    const held = this.people.filter(({ seat }) => seat?.type === type).length;
    return held + this.reservations.filter((one) => one.type === type).length;
  }
  isOpen(type: TypeIndex): boolean {
    const { expiresAt } = this.subscriptions[type];
    return expiresAt === undefined || expiresAt > this.now;
  }
  hasFree(type: TypeIndex): boolean {
    return this.isOpen(type) && this.inUse(type) < this.allowed(type);
  }
  /** Who waits for a type, the first ones first. */
  waiting(type: TypeIndex): number[] {
    return this.people
      .flatMap(({ request }, who) => (request?.status === 'WAITING' && request.type === type ? [{ who, request }] : []))
      .sort((one, other) => one.request.number - other.request.number)
      .map(({ who }) => who);
  }

  // How seats come and go.

  /** A number that is higher than all before. */
  next(): number {
    return ++this.#last;
  }
  give(who: number, type: TypeIndex): void {
    const person = this.person(who);
    person.seat = { type, used: [this.now, this.next()], wasUsed: false, leasedUntil: 0 };
    person.request = undefined;
    this.got[who] = (this.got[who] ?? 0) + 1;
  }
  take(who: number): void {
    const person = this.person(who);
    const { seat } = person;
    if (!seat) return;
    if (seat.leasedUntil > this.now)
      this.reservations.push({ type: seat.type, person: undefined, expiresAt: seat.leasedUntil });
    person.seat = undefined;
    this.lost[who] = (this.lost[who] ?? 0) + 1;
  }
  wait(who: number, type: TypeIndex): void {
    this.person(who).request = { type, status: 'WAITING', number: this.#waiting++ };
  }
  /** Gives free seats to those who wait. A plan that is due comes first. */
  handOut(): void {
    this.applyPlans();
    for (const type of [0, 1] as const)
      for (const who of this.waiting(type)) if (this.hasFree(type)) this.give(who, type);
  }
  /** Ends what a person has: the seat, the request, the invitation. */
  leave(who: number, standing: Standing): void {
    const person = this.person(who);
    person.standing = standing;
    person.request = undefined;
    this.take(who);
    this.handOut();
  }
  join(who: number): void {
    const person = this.person(who);
    person.standing = 'ACTIVE';
    person.joined = this.#joined++;
  }

  setQuantity(type: TypeIndex, quantity: number): void {
    const subscription = this.subscriptions[type];
    subscription.quantity = quantity;
    // A plan that still waits for seats to become free does not lower the new quantity again.
    if (subscription.plan && subscription.plan.at <= this.now) subscription.plan = undefined;
    this.handOut();
  }

  /** Lowers the quantity; who has not used their seat for longest loses it. Returns false if that is not possible. */
  release(type: TypeIndex, quantity: number): boolean {
    const excess = this.inUse(type) - this.allowed(type, quantity);
    const candidates = this.people
      .map(({ seat }, who) => ({ who, seat }))
      .filter(({ seat }) => seat?.type === type && seat.leasedUntil <= this.now)
      .sort((one, other) => compare(one.seat?.used, other.seat?.used));
    const chosen = candidates.slice(0, Math.max(0, excess));
    for (const { who } of chosen) this.take(who);
    return chosen.length >= excess;
  }

  /**
   * Gives a person the first free seat of the rules that match. Without one, the person waits for the first of them, or goes
   * on waiting for what it was before.
   */
  applyRules(who: number, rules: readonly Rule[] = this.rules): void {
    const person = this.person(who);
    const types = rules.filter(({ role }) => !role || role === person.role).map(({ type }) => type);
    const [first] = types;
    if (person.standing !== 'ACTIVE' || person.seat || first === undefined) return;
    const free = types.find((type) => this.hasFree(type));
    if (free !== undefined) this.give(who, free);
    else if (person.request?.status !== 'WAITING') this.wait(who, first);
  }

  applyPlans(): void {
    for (const type of [0, 1] as const) {
      const subscription = this.subscriptions[type];
      const { plan } = subscription;
      if (!plan || plan.at > this.now) continue;
      if (plan.release) this.release(type, plan.quantity);
      // The quantity is lowered as far as the seats in use allow; the rest of the plan stays.
      let quantity = Math.min(plan.quantity, subscription.quantity);
      while (this.allowed(type, quantity) < this.inUse(type)) quantity += 1;
      subscription.quantity = plan.quantity > subscription.quantity ? plan.quantity : quantity;
      if (subscription.quantity === plan.quantity) subscription.plan = undefined;
    }
  }
  /** Applies due changes. */
  settle(): void {
    this.reservations = this.reservations.filter(({ expiresAt }) => expiresAt > this.now);
    for (const person of this.people) {
      if (person.invited && person.invited.until <= this.now) {
        person.invited = undefined;
        person.standing = 'GONE';
      }
    }
    this.handOut();
  }
  passTime(hours: number): void {
    this.now += hours;
    this.settle();
  }

  invite(who: number, license: TypeIndex | undefined): void {
    const person = this.person(who);
    const until = this.now + days(invitationDays);
    person.standing = 'INVITED';
    person.invited = { until, license };
    if (license !== undefined) this.reservations.push({ type: license, person: who, expiresAt: until });
  }
  dropReservation(who: number): void {
    this.reservations = this.reservations.filter(({ person }) => person !== who);
  }
}

function compare(one: readonly number[] = [], other: readonly number[] = []): number {
  return (one[0] ?? 0) - (other[0] ?? 0) || (one[1] ?? 0) - (other[1] ?? 0);
}
