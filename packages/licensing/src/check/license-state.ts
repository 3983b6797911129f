import type { MembershipStatus, SubscriptionStatus } from '@org/identity-prisma';

/** Why a user has a license or not. The first reason that applies is returned, in this order. */
export const reasons = [
  'NOT_A_MEMBER',
  'MEMBER_SUSPENDED',
  'NO_SEAT',
  'SUBSCRIPTION_SUSPENDED',
  'SUBSCRIPTION_CANCELED',
  'SUBSCRIPTION_EXPIRED',
  'SUBSCRIPTION_NOT_STARTED',
  'FEATURE_NOT_INCLUDED',
  'LICENSED',
] as const;
export type Reason = (typeof reasons)[number];

/** The columns that one statement reads about a user and an application `a`. */
export const licenseFields = {
  membership: 'm.status',
  assignedAt: 's.assigned_at',
  subscription: 'sub.status',
  expiresAt: 'sub.expires_at',
  expired: 'sub.expires_at <= now()',
  early: 'sub.starts_at > now()',
  licenseType: 'lt.slug',
  licenseTypeName: 'lt.name',
  features: 'lt.features',
} as const;
export const licenseColumns = Object.entries(licenseFields)
  .map(([name, expression]) => `${expression} AS "${name}"`)
  .join(', ');

/** The joins for those columns; `tenant` and `user` are SQL expressions. */
export const licenseJoins = (tenant: string, user: string) =>
  `LEFT JOIN identity.memberships m ON m.tenant_id = ${tenant} AND m.user_id = ${user}
  LEFT JOIN identity.seats s ON s.tenant_id = ${tenant} AND s.application_id = a.id AND s.user_id = ${user}
  LEFT JOIN identity.subscriptions sub ON sub.id = s.subscription_id
  LEFT JOIN identity.license_types lt ON lt.id = sub.license_type_id`;

interface Held {
  assignedAt: Date;
  subscription: SubscriptionStatus;
  expiresAt: Date | null;
  expired: boolean | null;
  early: boolean;
  licenseType: string;
  licenseTypeName: string;
  features: string[];
}
export type LicenseRow = { membership: MembershipStatus | null } & (Held | { [Column in keyof Held]: null });

export type LicenseState =
  | { readonly reason: 'LICENSED'; readonly license: Held }
  | { readonly reason: Exclude<Reason, 'LICENSED' | 'FEATURE_NOT_INCLUDED'>; readonly license: undefined };

/** Decides whether the row is a license. */
export function licenseState(row: LicenseRow): LicenseState {
  const without = (reason: Exclude<Reason, 'LICENSED' | 'FEATURE_NOT_INCLUDED'>) => ({ reason, license: undefined });
  if (row.membership === 'SUSPENDED') return without('MEMBER_SUSPENDED');
  // A pending invitation does not make the user a member.
  if (row.membership !== 'ACTIVE') return without('NOT_A_MEMBER');
  if (row.assignedAt === null) return without('NO_SEAT');
  if (row.subscription === 'SUSPENDED') return without('SUBSCRIPTION_SUSPENDED');
  if (row.subscription === 'CANCELED') return without('SUBSCRIPTION_CANCELED');
  if (row.subscription === 'EXPIRED' || row.expired) return without('SUBSCRIPTION_EXPIRED');
  if (row.early) return without('SUBSCRIPTION_NOT_STARTED');
  return { reason: 'LICENSED', license: row };
}
