import { Id, IncomingTime, Timestamp } from '@org/identity-core';
import { z } from 'zod';
import { accessChecks, accessReasons } from './check/explain-license.js';
import { reasons } from './check/license-state.js';

const Named = z.string().min(1).max(200);
const UserId = Named.optional();
const Name = z.string().trim().min(1).max(100);
/** What a license type includes. */
export const Features = z
  .array(z.string().trim().min(1).max(64))
  .max(200)
  .refine((features) => new Set(features).size === features.length, 'must not contain a feature twice');
/** The slug of a license type. */
export const Slug = z
  .string()
  .regex(/^[a-z0-9](-?[a-z0-9])*$/u, 'lower-case letters, digits and single hyphens only')
  .max(63);
/** How many seats a subscription has. Far below the limit of a 32-bit column, so that sums fit as well. */
export const Quantity = z.int().min(1).max(1_000_000);

export const CheckFields = z.strictObject({ userId: UserId, applicationId: Named });
export const FeatureFields = CheckFields.extend({ featureKey: Named });
export const GrantBody = z.strictObject({ userId: Named, applicationId: Named, licenseTypeId: Named });
export const RevokeBody = z.strictObject({ userId: Named, applicationId: Named });
export const ApplicationParams = z.object({ applicationId: Id });

const Reason = z.enum(reasons);
export const LicenseCheck = z.object({
  hasLicense: z.boolean(),
  licenseType: z.string().nullable(),
  licenseTypeName: z.string().nullable(),
  features: z.array(z.string()),
  assignedAt: Timestamp.optional(),
  reason: Reason,
});
export const FeatureCheck = z.object({ hasFeature: z.boolean(), reason: Reason });
export const HeldLicenseType = z.object({ licenseType: z.string().nullable() });
export const LicensedUser = z.object({
  userId: z.uuid(),
  email: z.string(),
  givenName: z.string().nullable(),
  familyName: z.string().nullable(),
  licenseType: z.string(),
  licenseTypeName: z.string(),
  assignedAt: Timestamp,
});
export const LicensedUserCount = z.object({ count: z.number() });
export const LicenseAssignment = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  licenseTypeId: z.uuid(),
  licenseTypeName: z.string(),
  assignedAt: Timestamp,
});

export const LicenseTypesQuery = z.strictObject({ applicationId: Named.optional() });
export const CreateLicenseTypeBody = z.strictObject({
  applicationId: Named,
  slug: Slug,
  name: Name,
  features: Features.default([]),
});
export const LicenseTypeDetails = z.object({
  id: z.uuid(),
  applicationId: z.uuid(),
  applicationName: z.string(),
  slug: z.string(),
  name: z.string(),
  features: z.array(z.string()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export const LicenseTypeList = z.object({ licenseTypes: z.array(LicenseTypeDetails) });

export const OverviewParams = z.object({ tenantId: Id });
export const TenantParams = z.object({ id: Id });
export const SubscriptionParams = z.object({ id: Id, subscriptionId: Id });
const SubscriptionEntry = z.object({
  applicationId: z.uuid(),
  applicationName: z.string(),
  licenseTypeId: z.uuid(),
  licenseTypeName: z.string(),
  quantityPurchased: z.number(),
  quantityAssigned: z.number(),
  quantityAvailable: z.number(),
  status: z.enum(['ACTIVE', 'SUSPENDED', 'CANCELED', 'EXPIRED']),
});
export const LicenseOverview = z.object({
  tenantId: z.uuid(),
  tenantName: z.string(),
  totalSeatsOwned: z.number(),
  totalSeatsAssigned: z.number(),
  totalSeatsAvailable: z.number(),
  subscriptions: z.array(SubscriptionEntry),
});
export const SubscriptionDetails = SubscriptionEntry.extend({
  id: z.uuid(),
  startsAt: Timestamp,
  expiresAt: Timestamp.nullable(),
});
export const SubscriptionList = z.object({ subscriptions: z.array(SubscriptionDetails) });
export const CreateSubscriptionBody = z
  .strictObject({
    applicationId: Named,
    licenseTypeId: Named,
    quantity: Quantity,
    startsAt: IncomingTime.optional(),
    expiresAt: IncomingTime.optional(),
  })
  .refine(({ startsAt, expiresAt }) => !startsAt || !expiresAt || startsAt < expiresAt, {
    path: ['expiresAt'],
    message: 'must be after startsAt',
  });
/** EXPIRED cannot be set: a subscription has this status after `expiresAt`. */
export const UpdateSubscriptionBody = z
  .strictObject({
    quantity: Quantity.optional(),
    status: z.enum(['ACTIVE', 'SUSPENDED', 'CANCELED']).optional(),
    expiresAt: IncomingTime.nullable().optional(),
  })
  .refine((changes) => Object.keys(changes).length > 0, 'quantity, status or expiresAt is needed');

export const ExplainQuery = z.strictObject({
  userId: z.string().trim().min(1).max(254),
  tenantId: Named,
  applicationId: Named,
  featureKey: Named.optional(),
});
export const AccessExplanation = z.object({
  userId: z.uuid(),
  allowed: z.boolean(),
  reason: z.enum(accessReasons),
  checks: z.array(
    z.object({
      check: z.enum(accessChecks),
      passed: z.boolean().nullable(),
      reason: z.enum(accessReasons).nullable(),
      detail: z.string(),
    }),
  ),
});
