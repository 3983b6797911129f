import type { Role } from '../callers/principal.js';
import type { Actor } from '../events/events.js';
import type { RoleByGroup } from '../input/role-by-group.js';
import type { PageCookie } from './page-route.js';

/** A member of a tenant whom a plugin adds or changes. */
export interface MemberChange {
  readonly tenantId: string;
  readonly userId: string;
  /** Who causes it. The service checks no rights: that is the caller's work. */
  readonly actor: Actor;
}

/**
 * Changes the members of tenants: the service `members`, which `tenants()` offers. Every function takes the tenant's lock, so
 * call it in a transaction that `inTenantTransaction` has opened for the tenant. The rules of the API hold: a tenant keeps an
 * owner (LAST_OWNER), a disabled or deleted account cannot be added, and the events are the same.
 */
export interface Members<Transaction> {
  /**
   * Adds an account as an active member. Throws ALREADY_MEMBER. An open invitation of the account is accepted by it, unless it
   * is to a higher role: that one stays open for the user.
   */
  add(transaction: Transaction, change: MemberChange & { readonly role: Role }): Promise<{ membershipId: string }>;
  /**
   * The same for accounts of several tenants at once, in few statements. They can sign in, their rows are locked or were created
   * in this transaction, and none of them is a member of the tenant or invited to it.
   */
  addAll(
    transaction: Transaction,
    added: {
      readonly members: readonly { readonly tenantId: string; readonly userId: string; readonly role: Role }[];
      readonly actor: Actor;
    },
  ): Promise<void>;
  /** Creates a tenant with its owner. Throws SLUG_TAKEN, and VALIDATION_FAILED for a slug that no tenant can have. */
  createTenant(
    transaction: Transaction,
    tenant: { readonly slug: string; readonly ownerId: string; readonly actor: Actor },
  ): Promise<{ tenantId: string }>;
  /**
   * Deletes a tenant with everything in it, in a transaction of its own. Its slug is free at once. `onlyIf` is asked in this
   * transaction, while these accounts and the tenant are locked and no row can refer to the tenant newly. Returns whether the
   * tenant was deleted. Throws TENANT_NOT_FOUND.
   */
  deleteTenant(tenant: {
    readonly tenantId: string;
    readonly actor: Actor;
    readonly lockedUsers?: readonly string[];
    readonly onlyIf?: (transaction: Transaction) => Promise<boolean>;
  }): Promise<boolean>;
  /**
   * The same as `add` for somebody whom the tenant's own identity provider vouches for: an open invitation to the email as a member is
   * accepted by it and decides the role. One to a higher role is accepted only by the user's own sign-in. Returns the role.
   */
  join(
    transaction: Transaction,
    change: MemberChange & { readonly email: string; readonly role: Role },
  ): Promise<{ membershipId: string; role: Role }>;
  /**
   * Throws WOULD_LOCK_OUT if no owner could sign in to a tenant that requires single sign-on. Call it after a change that takes a
   * way to sign in away, in its transaction.
   */
  requireWayIn(transaction: Transaction, tenant: { readonly tenantId: string }): Promise<void>;
  /** Whether the email is that of an active owner whom the tenant lets around its provider, and who has a second factor. */
  isBreakGlass(
    transaction: Transaction,
    user: { readonly tenantId: string; readonly normalizedEmail: string },
  ): Promise<boolean>;
  /** Puts a member into groups of the tenant. Groups that a directory keeps, or that are gone, are left out. */
  joinGroups(transaction: Transaction, change: MemberChange & { readonly groupIds: readonly string[] }): Promise<void>;
  /**
   * Replaces the rules by which the members of groups get a role, of one connection or directory, and applies them at once.
   * Only owners set such rules: that is for the caller to check. Throws VALIDATION_FAILED for a group that cannot give a role.
   */
  setRoleRules(transaction: Transaction, rules: RoleRules): Promise<void>;
  /** Gives a member another role. Returns false if the member had it already. Throws MEMBER_NOT_FOUND, as all below. */
  changeRole(transaction: Transaction, change: MemberChange & { readonly role: Role }): Promise<boolean>;
  /** The same for members of several tenants at once, in few statements. Those who have the role already stay as they are. */
  changeRoles(
    transaction: Transaction,
    changed: {
      readonly members: readonly { readonly tenantId: string; readonly userId: string; readonly role: Role }[];
      readonly actor: Actor;
    },
  ): Promise<void>;
  /** Suspends a member; their tokens for the tenant end. Returns false if the member was suspended already. */
  suspend(transaction: Transaction, change: MemberChange): Promise<boolean>;
  /** Ends a suspension. Returns false if the member was not suspended. */
  reactivate(transaction: Transaction, change: MemberChange): Promise<boolean>;
  /** Removes a member from the tenant; their tokens for it end, and their seats become free. */
  remove(transaction: Transaction, change: MemberChange): Promise<void>;
  /**
   * Invites an email as a member and mails the link, with the limits of mails (RATE_LIMITED); an invitation that is pending
   * stays as it is. When it is accepted, the membership has the id of the invitation. Throws ALREADY_MEMBER. Call `sendMail`
   * of the host after the commit.
   */
  invite(
    transaction: Transaction,
    invited: Omit<MemberChange, 'userId'> & { readonly email: string },
  ): Promise<Invited>;
  /** Revokes an invitation. Returns false if it is not pending any more. */
  uninvite(
    transaction: Transaction,
    invited: Omit<MemberChange, 'userId'> & { readonly invitationId: string },
  ): Promise<boolean>;
}

/** What the members of groups become. */
export interface RoleRules {
  readonly tenantId: string;
  /** The connection or the directory whose rules they are. */
  readonly sourceId: string;
  readonly roleByGroup: RoleByGroup;
  readonly actor: Actor;
}

/** The invitation of an email. */
export interface Invited {
  readonly invitationId: string;
  /** Whether it was pending before. */
  readonly pending: boolean;
}

/** The group that a plugin changes. */
export interface GroupChange {
  readonly tenantId: string;
  readonly groupId: string;
  readonly actor: Actor;
}

/**
 * Changes the groups that directories keep: the service `groups`, which `tenants()` offers. Nobody else can change such a
 * group. Every function takes the tenant's lock, as those of `members`. Throws GROUP_NOT_FOUND, also for a group that is not
 * a directory's.
 */
export interface Groups<Transaction> {
  /** Adds a group. Throws GROUP_EXISTS, or VALIDATION_FAILED if the name is not valid or the tenant has too many. */
  create(
    transaction: Transaction,
    group: Omit<GroupChange, 'groupId'> & { readonly name: string },
  ): Promise<{ groupId: string }>;
  /** Gives a group another name, with the errors of `create`. */
  rename(transaction: Transaction, change: GroupChange & { readonly name: string }): Promise<void>;
  /** Deletes a group. Its members stay members, and nobody loses a seat. */
  remove(transaction: Transaction, change: GroupChange): Promise<void>;
  /** Puts members into a group, in few statements. Users who are no members are left out. Returns how many were added. */
  addMembers(transaction: Transaction, change: GroupChange & { readonly userIds: readonly string[] }): Promise<number>;
  /** Takes users out of a group, in few statements. Returns how many were in it. */
  removeMembers(
    transaction: Transaction,
    change: GroupChange & { readonly userIds: readonly string[] },
  ): Promise<number>;
}

/** The seat that a plugin grants or releases. */
export interface SeatChange {
  readonly tenantId: string;
  readonly userId: string;
  readonly applicationId: string;
  readonly actor: Actor;
}

/** A seat that a member of a tenant is to get. */
export type WishedSeat = Omit<SeatChange, 'actor'> & { readonly licenseTypeId: string };

/** What became of a wished seat. */
export interface SeatOutcome {
  /** `held`: the member has a seat of this license type, or waits for one already: then `waiting` is true. */
  readonly result: 'granted' | 'waiting' | 'held';
  readonly waiting: boolean;
  /** How many seats of the license type were free before the member got one. */
  readonly free: number;
}

/**
 * Grants and releases seats: the service `seats`, which `licensing()` offers. It checks no rights, but every limit: seats of
 * subscriptions, leases, the waiting list. Each function opens its own transaction, unless it takes one.
 */
export interface Seats<Transaction> {
  /** Grants a seat of a license to an active member, with the errors of the API: NO_SEATS_AVAILABLE, ALREADY_LICENSED, … */
  grant(change: SeatChange & { readonly licenseTypeId: string }): Promise<{ id: string }>;
  /** Releases the seat. Throws LICENSE_NOT_FOUND, or SEAT_LEASED while a lease holds it. */
  release(change: SeatChange): Promise<void>;
  /** Grants a seat, or puts the member on the waiting list if none is free. */
  wait(change: SeatChange & { readonly licenseTypeId: string }): Promise<'granted' | 'waiting'>;
  /**
   * The same for several seats of several tenants in the caller's transaction, in few statements. Returns the outcomes in the
   * same order. Throws the error of the first that can neither be granted nor wait, with its index as `details[0].path`.
   */
  waitAll(
    transaction: Transaction,
    wished: { readonly seats: readonly WishedSeat[]; readonly actor: Actor },
  ): Promise<readonly SeatOutcome[]>;
}

/** With this service, sign-ins and sign-outs are recorded as `session.started`, `session.ended` and `sign_in.failed`. */
export interface SignInRecords {
  /** Always true: that a plugin offers the service is what counts. */
  readonly recorded: true;
}

/** What other plugins ask of the identity providers of tenants: the service `connections`, which `connections()` offers. */
export interface Connections<Transaction> {
  /** The active connection of the tenant that the email leads to; undefined if there is none. */
  routeOf(
    transaction: Transaction,
    user: { readonly tenantId: string; readonly email: string },
  ): Promise<{ readonly name: string } | undefined>;
  /**
   * Where to redirect a browser whose session has just ended, so that it is signed out at the provider as well; undefined if the
   * connection does not want that, or the provider cannot do it. Then the browser comes back and opens `returnTo`.
   */
  leave(session: LeftSession): Promise<{ redirect: string; cookies: readonly PageCookie[] } | undefined>;
  /** Whether one of these users has signed in by a connection of the tenant that is active, so that they can do so again. */
  signsIn(
    transaction: Transaction,
    users: { readonly tenantId: string; readonly userIds: readonly string[] },
  ): Promise<boolean>;
  /** Whether the tenant has verified the domain of the email, and still has it. */
  ownsEmail(transaction: Transaction, owner: { readonly tenantId: string; readonly email: string }): Promise<boolean>;
  /** How a user signs in to the tenant, for an explanation; undefined if the tenant has no active connection. */
  explain(
    transaction: Transaction,
    user: { readonly tenantId: string; readonly userId: string; readonly email: string },
  ): Promise<ConnectionFacts | undefined>;
  /** Lets an account that a directory has created sign in by the connection for the first time without another proof. */
  expect(transaction: Transaction, user: { readonly connectionId: string; readonly userId: string }): Promise<void>;
}

/** A session that has ended, and that a connection had opened. */
export interface LeftSession {
  readonly connectionId: string;
  readonly userId: string;
  /** A page of ours, or the URL of a client that was checked. */
  readonly returnTo: string;
}

/** What a tenant's connections say about a user. */
export interface ConnectionFacts {
  /** The name of the active connection of the email's domain; null if there is none. */
  readonly name: string | null;
  /** Why the last sign-in by that connection was refused; null if it was not, or there was none. */
  readonly refused: string | null;
}

/** What directories say about members: the service `directories`, which `scim()` offers. */
export interface Directories<Transaction> {
  /** What a directory of the tenant has said last about a user; undefined if none has. */
  lastWord(
    transaction: Transaction,
    user: { readonly tenantId: string; readonly userId: string },
  ): Promise<{ readonly name: string; readonly active: boolean } | undefined>;
}
