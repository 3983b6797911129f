import fc from 'fast-check';
import type { Role, SeatModel, TypeIndex } from './model.js';

/** One step of a walk: what is done, to whom, with which license type and number. */
export interface Command {
  readonly kind: Kind;
  readonly who: number;
  readonly type: TypeIndex;
  readonly role: Role;
  readonly number: number;
}

/** A command does not apply: it is left out. */
export const skip = Symbol('skip');
/** What the service should return: nothing, or the code of an error. */
type Expected = string | undefined | typeof skip;

/**
 * The commands. Each returns what the service should answer, and changes the model if that is no error. What time has changed
 * is in force already.
 */
export const commands = {
  grant(model, { who, type }) {
    const { standing, seat } = model.person(who);
    if (standing !== 'ACTIVE') return 'USER_NOT_FOUND';
    if (seat) return 'ALREADY_LICENSED';
    if (!model.hasFree(type)) return 'NO_SEATS_AVAILABLE';
    model.give(who, type);
    return undefined;
  },
  revoke(model, { who }) {
    const { seat } = model.person(who);
    if (!seat) return 'LICENSE_NOT_FOUND';
    if (seat.leasedUntil > model.now) return 'SEAT_LEASED';
    model.take(who);
    model.handOut();
    return undefined;
  },
  remove(model, { who }) {
    if (!isMember(model, who)) return skip;
    model.leave(who, 'GONE');
    return undefined;
  },
  suspend(model, { who }) {
    if (model.person(who).standing !== 'ACTIVE') return skip;
    model.leave(who, 'SUSPENDED');
    return undefined;
  },
  reactivate(model, { who }) {
    const person = model.person(who);
    if (person.standing !== 'SUSPENDED') return skip;
    person.standing = 'ACTIVE';
    model.applyRules(who);
    return undefined;
  },
  changeRole(model, { who, role }) {
    const person = model.person(who);
    if (person.standing !== 'ACTIVE' || person.role === role) return skip;
    person.role = role;
    model.applyRules(who);
    return undefined;
  },
  deleteAccount(model, { who }) {
    // Rarely, because nobody comes back.
    if (model.person(who).standing !== 'ACTIVE' || model.step % 3 > 0) return skip;
    model.leave(who, 'DELETED');
    return undefined;
  },
  invite(model, { who }) {
    if (model.person(who).standing !== 'GONE') return skip;
    model.invite(who, undefined);
    return undefined;
  },
  inviteWithLicense(model, { who, type }) {
    if (model.person(who).standing !== 'GONE') return skip;
    if (!model.hasFree(type)) return 'NO_SEATS_AVAILABLE';
    model.invite(who, type);
    return undefined;
  },
  accept(model, { who }) {
    const person = model.person(who);
    if (!person.invited) return skip;
    const { license } = person.invited;
    person.invited = undefined;
    model.join(who);
    person.role = 'member';
    model.dropReservation(who);
    if (license !== undefined) {
      if (model.isOpen(license)) model.give(who, license);
      else model.wait(who, license);
    }
    model.applyRules(who);
    return undefined;
  },
  resendInvitation(model, { who }) {
    const { invited } = model.person(who);
    if (!invited) return skip;
    model.dropReservation(who);
    model.invite(who, invited.license);
    return undefined;
  },
  revokeInvitation(model, { who }) {
    const person = model.person(who);
    if (!person.invited) return skip;
    person.invited = undefined;
    person.standing = 'GONE';
    model.dropReservation(who);
    model.handOut();
    return undefined;
  },
  request(model, { who, type }) {
    const person = model.person(who);
    if (person.standing !== 'ACTIVE') return skip;
    if (person.seat) return 'ALREADY_LICENSED';
    if (person.request) return 'REQUEST_EXISTS';
    person.request = { type, status: 'PENDING', number: 0 };
    return undefined;
  },
  approve(model, { who }) {
    const { request } = model.person(who);
    if (!request) return skip;
    if (request.status === 'WAITING') return 'REQUEST_DECIDED';
    if (model.hasFree(request.type)) model.give(who, request.type);
    else model.wait(who, request.type);
    return undefined;
  },
  decline(model, { who }) {
    const person = model.person(who);
    if (!person.request) return skip;
    person.request = undefined;
    return undefined;
  },
  addRule(model, { type, number }) {
    const role = ([undefined, 'member', 'admin'] as const)[number % 3];
    if (model.rules.some((rule) => rule.type === type && rule.role === role)) return 'RULE_EXISTS';
    const rule = { type, role };
    model.rules.push(rule);
    const everybody = model.people.map(({ joined }, who) => ({ joined, who }));
    everybody.sort((one, other) => one.joined - other.joined);
    for (const { who } of everybody) model.applyRules(who, [rule]);
    return undefined;
  },
  deleteRule(model, { number }) {
    if (model.rules.length === 0) return skip;
    model.rules.splice(number % model.rules.length, 1);
    return undefined;
  },
  setQuantity(model, { type, number }) {
    if (model.allowed(type, number) < model.inUse(type)) return 'SEATS_IN_USE';
    model.setQuantity(type, number);
    return undefined;
  },
  releaseTo(model, { type, number }) {
    const copy = structuredClone({ people: model.people, reservations: model.reservations });
    const counts = { got: [...model.got], lost: [...model.lost] };
    if (!model.release(type, number)) {
      const leased = model.people.some(({ seat }) => seat?.type === type && seat.leasedUntil > model.now);
      Object.assign(model, copy);
      model.got.splice(0, Infinity, ...counts.got);
      model.lost.splice(0, Infinity, ...counts.lost);
      return leased ? 'SEAT_LEASED' : 'SEATS_IN_USE';
    }
    model.setQuantity(type, number);
    return undefined;
  },
  plan(model, { type, number }) {
    if (model.allowed(type, number) < model.inUse(type)) return 'SEATS_IN_USE';
    model.subscriptions[type].plan = { quantity: number, at: model.now + 12, release: false };
    return undefined;
  },
  planRelease(model, { type, number }) {
    model.subscriptions[type].plan = { quantity: number, at: model.now + 12, release: true };
    return undefined;
  },
  withdrawPlan(model, { type }) {
    if (!model.subscriptions[type].plan) return skip;
    model.subscriptions[type].plan = undefined;
    return undefined;
  },
  setOverage(model, { type, number }) {
    const subscription = model.subscriptions[type];
    const before = subscription.overage;
    subscription.overage = number % 2 === 0 ? 0 : 50;
    if (model.allowed(type) < model.inUse(type)) {
      subscription.overage = before;
      return 'SEATS_IN_USE';
    }
    model.handOut();
    return undefined;
  },
  expire(model, { type }) {
    model.subscriptions[type].expiresAt = model.now;
    return undefined;
  },
  renew(model, { type }) {
    model.subscriptions[type].expiresAt = undefined;
    model.handOut();
    return undefined;
  },
  lease(model, { who }) {
    const { standing, seat } = model.person(who);
    if (standing !== 'ACTIVE' || (seat && seat.leasedUntil > model.now)) return skip;
    if (!seat || !model.isOpen(seat.type)) return 'LICENSE_NOT_FOUND';
    seat.leasedUntil = model.now + 24;
    return undefined;
  },
  use(model, { who }) {
    const { standing, seat } = model.person(who);
    if (standing !== 'ACTIVE' || !seat || !model.isOpen(seat.type)) return skip;
    // Written at most once an hour.
    if (seat.wasUsed && seat.used[0] === model.now) return undefined;
    seat.used = [model.now, model.next()];
    seat.wasUsed = true;
    return undefined;
  },
  passTime(model, { number }) {
    model.passTime(hoursOf(number));
    return undefined;
  },
} satisfies Record<string, (model: SeatModel, command: Command) => Expected>;
type Kind = keyof typeof commands;

/** Whom a command needs, so that most of them have something to do. */
const fitting: Partial<Record<Kind, (person: ReturnType<SeatModel['person']>) => unknown>> = {
  accept: ({ invited }) => invited,
  resendInvitation: ({ invited }) => invited,
  revokeInvitation: ({ invited }) => invited,
  invite: ({ standing }) => standing === 'GONE',
  inviteWithLicense: ({ standing }) => standing === 'GONE',
  reactivate: ({ standing }) => standing === 'SUSPENDED',
  approve: ({ request }) => request,
  decline: ({ request }) => request,
  revoke: ({ seat }) => seat,
  lease: ({ seat }) => seat,
  use: ({ seat }) => seat,
};

/** The command with a person whom it fits, if there is one; sometimes as it is. The owner is left alone. */
export function aimed(model: SeatModel, command: Command): Command {
  const fits = fitting[command.kind];
  const people = model.people.slice(0, -1).flatMap((person, who) => (fits?.(person) ? [who] : []));
  if (command.number === 4 || people.length === 0) return command;
  return { ...command, who: people[command.who % people.length] ?? command.who };
}

/** How much time the command `passTime` lets pass: more than an hour, less than or more than plans, leases and invitations. */
export const hoursOf = (number: number) => [2, 13, 25, 49][number % 4] ?? 2;

/** Steps of a walk. What gives seats is more frequent than what ends memberships. */
export const anyCommand = (people: number) =>
  fc.record({
    kind: fc.constantFrom(
      ...(Object.keys(commands) as Kind[]),
      'grant',
      'grant',
      'use',
      'lease',
      'request',
      'approve',
      'accept',
    ),
    who: fc.nat({ max: people - 1 }),
    type: fc.constantFrom(0 as const, 1 as const),
    role: fc.constantFrom('member' as const, 'admin' as const),
    number: fc.integer({ min: 1, max: 4 }),
  }) as fc.Arbitrary<Command>;

function isMember(model: SeatModel, who: number): boolean {
  const { standing } = model.person(who);
  return standing === 'ACTIVE' || standing === 'SUSPENDED';
}
