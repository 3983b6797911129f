/**
 * Every event type. A plugin adds its own: `declare module '@org/identity-core' { interface EventTypes { 'plan.chosen': true } }`,
 * and names them in its declarations. It also lists those of other plugins here that it handles or publishes.
 */
// biome-ignore lint/suspicious/noEmptyInterface: packages add to it
export interface EventTypes {}

export type EventType = keyof EventTypes;

/** Who caused an event: a user, a machine client, or the service itself. */
export interface Actor {
  readonly kind: 'user' | 'machine' | 'system';
  readonly id: string | null;
}

export interface DomainEvent {
  readonly type: EventType;
  readonly tenantId: string | null;
  readonly actor: Actor;
  /** The id of what the event is about: a user, an invitation, a tenant, … */
  readonly subjectId: string | null;
  /** Further facts for subscribers and auditors. No secrets and no personal data: events stay when a user is erased. */
  readonly data: Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
}

/** Runs in the transaction of the event. If it fails, the transaction rolls back. */
export interface Subscriber<Transaction> {
  readonly on: EventType;
  handle(transaction: Transaction, event: DomainEvent): Promise<void>;
  /** Handles all events of one `publishAll` together, in few statements. Without it, `handle` is called for each of them. */
  handleAll?(transaction: Transaction, events: readonly DomainEvent[]): Promise<void>;
  /** Whether a use-case that changes something in one statement does this work in it: see `isOnlyRecorded`. */
  readonly inStatement?: boolean;
  /**
   * For `tenant.deleted`: the same as `handle` for some users of the tenant. A large tenant is deleted in batches of members,
   * each in its own transaction; then it is called for each batch, and `handle` in the last transaction. Without it, `handle`
   * is called once, in the transaction from which on the tenant does not exist.
   */
  handleUsers?(transaction: Transaction, event: DomainEvent, userIds: readonly string[]): Promise<void>;
}

/** What an event ends besides. */
export interface AlsoEnds {
  /**
   * The tenants of sessions of the subject that end with the event, one entry for each session and tenant. Each is recorded as
   * `session.ended` in that tenant, in the same statement, if sign-ins are recorded. No subscriber is called for it.
   */
  readonly endedIn?: readonly string[];
  /** Whether the subscribers with `handleUsers` are called later, by `handleLater`. */
  readonly inBatches?: boolean;
}

export interface Events<Transaction> {
  /** Records the event and calls its subscribers, all in the transaction. Returns the id of the event. */
  publish(transaction: Transaction, event: DomainEvent, also?: AlsoEnds): Promise<string>;
  /** The same for many events, in few statements. */
  publishAll(transaction: Transaction, events: readonly DomainEvent[]): Promise<void>;
  /**
   * Calls the subscribers with `handleUsers` for an event that was published `inBatches`: for some users, or without `userIds`
   * for all that is left. Records nothing.
   */
  handleLater(transaction: Transaction, event: DomainEvent, userIds?: readonly string[]): Promise<void>;
  /**
   * Records events without calling subscribers: for the tenants that an event without a tenant is about as well. Subscribers
   * act once, on that event. The tenants see theirs in the audit trail, the event stream and their webhooks.
   */
  recordAll(transaction: Transaction, events: readonly DomainEvent[]): Promise<void>;
  /**
   * Whether no subscriber needs a transaction for events of this type. Then a use-case may record the event in the one
   * statement that makes the change, and do the work of the subscribers with `inStatement` there.
   */
  isOnlyRecorded(type: EventType): boolean;
  /** Reports an event that such a statement has recorded. */
  recorded(event: DomainEvent): void;
}
