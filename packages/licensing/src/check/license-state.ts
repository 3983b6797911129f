import type { MembershipStatus, SubscriptionStatus } from '@org/identity-prisma';
import type { Limits } from '../limits/limits.js';

/** Why a user has a license or not. The first reason that applies is returned, in this order. */
export const reasons = [
  'NOT_A_MEMBER',
  'ACCOUNT_DISABLED',
  'MEMBER_SUSPENDED',
  'WAITING',
  'NO_SEAT',
  'SUBSCRIPTION_SUSPENDED',
  'SUBSCRIPTION_CANCELED',
  'SUBSCRIPTION_EXPIRED',
  'SUBSCRIPTION_NOT_STARTED',
  'FEATURE_NOT_INCLUDED',
  'LICENSED',
] as const;
export type Reason = (typeof reasons)[number];

/** Why an agent has no license, although its user may have one. After the reasons of the membership, before all others. */
export const agentReasons = ['AGENT_NOT_ALLOWED', 'NO_AGENT_SEAT'] as const;
export type AgentReason = (typeof agentReasons)[number];

/** The columns that one statement reads about a user and an application `a`. */
export const licenseFields = {
  membership: 'm.status',
  disabled: 'account.disabled_at IS NOT NULL',
  idleSeatId: "CASE WHEN s.last_used_at > now() - interval '1 hour' THEN NULL ELSE s.id END",
  releasedSoon: 'sub.pending_release OR s.reclaim_mail_at IS NOT NULL',
  assignedAt: 's.assigned_at',
  subscription: 'sub.status',
  expiresAt: 'sub.expires_at',
  expired: 'sub.expires_at <= now()',
  early: 'sub.starts_at > now()',
  licenseType: 'lt.slug',
  licenseTypeName: 'lt.name',
  features: 'lt.features',
  limits: 'lt.limits || sub.limits',
  due: 'sub.pending_at <= now()',
} as const;
export const licenseColumns = Object.entries(licenseFields)
  .map(([name, expression]) => `${expression} AS "${name}"`)
  .join(', ');

/** The joins for those columns; `tenant` and `user` are SQL expressions. */
export const licenseJoins = (tenant: string, user: string) =>
  `LEFT JOIN identity.memberships m ON m.tenant_id = ${tenant} AND m.user_id = ${user}
  LEFT JOIN identity.users account ON account.id = m.user_id
  LEFT JOIN identity.seats s ON s.tenant_id = ${tenant} AND s.application_id = a.id AND s.user_id = ${user}
  LEFT JOIN identity.subscriptions sub ON sub.id = s.subscription_id
  LEFT JOIN identity.license_types lt ON lt.id = sub.license_type_id`;

interface Held {
  /** The seat, if its use was not written in the last hour. */
  idleSeatId: string | null;
  /** Whether seats are about to be taken away, so that a use has to be known at once. */
  releasedSoon: boolean;
  assignedAt: Date;
  subscription: SubscriptionStatus;
  expiresAt: Date | null;
  expired: boolean | null;
  early: boolean;
  licenseType: string;
  licenseTypeName: string;
  features: string[];
  /** Those of the license type, overridden key by key by the subscription. */
  limits: Limits;
}
export type LicenseRow = {
  membership: MembershipStatus | null;
  /** Whether an operator has disabled the account of the member. */
  disabled: boolean;
  /** Whether the time of a planned quantity of the subscription has come, which may take the seat away. */
  due: boolean | null;
  /** Whether the user waits for a seat. Not read with the other columns: only a row without a seat needs it. */
  waiting?: boolean;
} & (Held | { [Column in keyof Held]: null });

export type LicenseState =
  | { readonly reason: 'LICENSED'; readonly license: Held }
  | { readonly reason: Missing; readonly license: undefined };

type Missing = Exclude<Reason, 'LICENSED' | 'FEATURE_NOT_INCLUDED'>;

/** One check: returns the reason if the row does not pass it. Checks of a subscription are only for a row with a seat. */
export interface LicenseCheck {
  readonly check:
    | 'membership'
    | 'account_enabled'
    | 'membership_active'
    | 'seat'
    | 'subscription_active'
    | 'subscription_period';
  readonly ofSeat: boolean;
  readonly failure: (row: LicenseRow) => Missing | undefined;
}

/** What a license needs, in this order. The first check that fails is the reason. */
export const licenseChecks: readonly LicenseCheck[] = [
  {
    check: 'membership',
    ofSeat: false,
    // A pending invitation does not make the user a member.
    failure: ({ membership }) => (membership === 'ACTIVE' || membership === 'SUSPENDED' ? undefined : 'NOT_A_MEMBER'),
  },
  {
    check: 'account_enabled',
    ofSeat: false,
    // After the membership: a tenant learns nothing about accounts that are not its members'.
    failure: ({ disabled }) => (disabled ? 'ACCOUNT_DISABLED' : undefined),
  },
  {
    check: 'membership_active',
    ofSeat: false,
    failure: ({ membership }) => (membership === 'SUSPENDED' ? 'MEMBER_SUSPENDED' : undefined),
  },
  {
    check: 'seat',
    ofSeat: false,
    failure: ({ assignedAt, waiting }) => {
      if (assignedAt !== null) return undefined;
      return waiting ? 'WAITING' : 'NO_SEAT';
    },
  },
  {
    check: 'subscription_active',
    ofSeat: true,
    failure: ({ subscription }) => {
      if (subscription === 'SUSPENDED') return 'SUBSCRIPTION_SUSPENDED';
      return subscription === 'CANCELED' ? 'SUBSCRIPTION_CANCELED' : undefined;
    },
  },
  {
    check: 'subscription_period',
    ofSeat: true,
    failure: ({ subscription, expired, early }) => {
      if (subscription === 'EXPIRED' || expired) return 'SUBSCRIPTION_EXPIRED';
      return early ? 'SUBSCRIPTION_NOT_STARTED' : undefined;
    },
  },
];

/** Whether a license includes a feature. */
export function includesFeature({ features }: Pick<Held, 'features'>, featureKey: string): boolean {
  return features.includes(featureKey);
}

/** Decides whether the row is a license. */
export function licenseState(row: LicenseRow): LicenseState {
  for (const { failure } of licenseChecks) {
    const reason = failure(row);
    if (reason) return { reason, license: undefined };
  }
  // The check of the seat has passed.
  return { reason: 'LICENSED', license: row as Held };
}
