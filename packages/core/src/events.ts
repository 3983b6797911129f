/** Everything that can happen. Subscribers and the audit trail know no other types. */
export const eventTypes = [
  'account.created',
  'profile.updated',
  'password.changed',
  'email.change_requested',
  'email.changed',
  'session.revoked',
  'password.reset',
  'email.verified',
  'sso.linked',
  'sso.unlinked',
  'mfa.enabled',
  'mfa.disabled',
  'recovery_codes.created',
  'recovery_code.used',
  'account.deleted',
  'account.kept',
  'account.erased',
  'user.disabled',
  'user.enabled',
  'tenant.created',
  'tenant.updated',
  'tenant.deleted',
  'member.added',
  'member.role_changed',
  'member.suspended',
  'member.reactivated',
  'member.removed',
  'invitation.created',
  'invitation.resent',
  'invitation.revoked',
  'invitation.accepted',
  'application.created',
  'license_type.created',
  'subscription.created',
  'subscription.updated',
  'seat.granted',
  'seat.revoked',
  'client.created',
  'client.updated',
  'client.secret_rotated',
  'client.deleted',
  'super_admin.granted',
  'signing_key.announced',
  'signing_key.replaced',
] as const;
export type EventType = (typeof eventTypes)[number];

/** Who caused something: a person, a machine client, or the service itself. */
export interface Actor {
  readonly kind: 'user' | 'machine' | 'system';
  readonly id: string | null;
}

export interface DomainEvent {
  readonly type: EventType;
  readonly tenantId: string | null;
  readonly actor: Actor;
  /** Whom or what it happened to: a user's, an invitation's or a tenant's id. */
  readonly subjectId: string | null;
  /** What else a subscriber or an auditor needs; never a secret, and nothing that tells who somebody is: it stays when they are erased. */
  readonly data: Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
}

/** Takes part in the very transaction in which the event happens; when it fails, nothing has happened. */
export interface Subscriber<Transaction> {
  readonly on: EventType;
  handle(transaction: Transaction, event: DomainEvent): Promise<void>;
}

export interface Events<Transaction> {
  /** Records the event and lets its subscribers act, all within the transaction. */
  publish(transaction: Transaction, event: DomainEvent): Promise<void>;
  /** The same for many at once, in few statements. */
  publishAll(transaction: Transaction, events: readonly DomainEvent[]): Promise<void>;
}
