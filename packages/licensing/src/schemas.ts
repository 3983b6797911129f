import { Id, Timestamp, text } from '@org/identity-core';
import { z } from 'zod';
import { accessChecks, accessReasons } from './check/explain-license.js';
import { agentReasons, reasons } from './check/license-state.js';
import { Limits, LimitsReply } from './limits/limits.js';

const Named = text(200, { min: 1 });
const UserId = Named.optional();
const Name = text(100, { trim: true, min: 1 });
/** What a license type includes. */
export const Features = z
  .array(text(64, { trim: true, min: 1 }))
  .max(200)
  .refine((features) => new Set(features).size === features.length, 'must not contain a feature twice');
/** The slug of a license type. */
export const Slug = text(63).regex(/^[a-z0-9](-?[a-z0-9])*$/u, 'lower-case letters, digits and single hyphens only');
export const CheckFields = z.strictObject({
  userId: UserId,
  applicationId: Named,
  tenantId: z.uuid().optional(),
  agentId: text(2000, { min: 1 }).optional(),
});
export const FeatureFields = CheckFields.extend({ featureKey: Named });
/** For requests that have them in the query or in the body. */
export const PartialCheckFields = CheckFields.partial();
export const PartialFeatureFields = FeatureFields.partial();
export const GrantBody = z.strictObject({
  userId: Named,
  applicationId: Named,
  licenseTypeId: Named,
  replace: z.literal(true).optional(),
});
export const RevokeBody = z.strictObject({ userId: Named, applicationId: Named });
export const ApplicationParams = z.object({ applicationId: Id });

const Reason = z.enum([...reasons, ...agentReasons]);
export const LicenseCheck = z.object({
  hasLicense: z.boolean(),
  licenseType: z.string().nullable(),
  licenseTypeName: z.string().nullable(),
  features: z.array(z.string()),
  limits: LimitsReply,
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
  lastUsedAt: Timestamp.nullable(),
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
  limits: Limits.optional(),
});
/** The slug stays: applications know the type by it. */
export const UpdateLicenseTypeBody = z
  .strictObject({ name: Name.optional(), features: Features.optional(), limits: Limits.optional() })
  .refine((changes) => Object.keys(changes).length > 0, 'name, features or limits is required');
export const LicenseTypeParams = z.object({ licenseTypeId: Id });
export const LicenseTypeDetails = z.object({
  id: z.uuid(),
  applicationId: z.uuid(),
  applicationName: z.string(),
  slug: z.string(),
  name: z.string(),
  features: z.array(z.string()),
  limits: LimitsReply,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export const LicenseTypeList = z.object({ licenseTypes: z.array(LicenseTypeDetails) });

export const OverviewParams = z.object({ tenantId: Id });
export const TenantParams = z.object({ id: Id });
export const SubscriptionParams = z.object({ id: Id, subscriptionId: Id });

export const ExplainQuery = z.strictObject({
  userId: text(254, { trim: true, min: 1 }),
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
