import { describeFields, nameSchema } from '@org/identity-core';
import * as schemas from './schemas.js';
import * as subscriptions from './subscriptions/subscription-schemas.js';

/*
 * What the API description says about the schemas of checks, license types and subscriptions.
 */

const features = 'What the license includes, by keys that the application knows.';
const limits = 'Numbers that the application knows, such as contacts: 10000.';
const tenant = { id: 'The tenant that owns the licenses.' };

describeFields(schemas.CheckFields, {
  userId: 'Whose license is checked. Left out: that of the signed-in user.',
  applicationId: 'The application that the user wants to use.',
  tenantId: 'Only for machines of the platform: the tenant of the user.',
  agentId: 'The client that acts for the user. Left out: the one of the token, if it has `act`.',
});
const featureKey = 'The feature that the license has to include.';
describeFields(schemas.FeatureFields, { featureKey }, schemas.CheckFields);
nameSchema(schemas.PartialCheckFields, 'CheckLicenseRequest', {}, schemas.CheckFields);
nameSchema(schemas.PartialFeatureFields, 'CheckFeatureRequest', {}, schemas.FeatureFields);
nameSchema(schemas.LicenseCheck.shape.reason, 'LicenseReason');
const reason = 'LICENSED, or the first fact that is against it.';
nameSchema(schemas.LicenseCheck, 'LicenseCheck', {
  hasLicense: 'Whether the user may use the application now.',
  licenseType: 'The slug of the license type; null without a license.',
  licenseTypeName: 'What users call this license type; null without a license.',
  features,
  limits,
  assignedAt: 'Since when the user holds the seat.',
  reason,
});
nameSchema(schemas.FeatureCheck, 'FeatureCheck', {
  hasFeature: 'Whether the user may use the feature now.',
  reason,
});
nameSchema(schemas.HeldLicenseType, 'HeldLicenseType', {
  licenseType: 'The slug of the license type; null without a license.',
});
nameSchema(schemas.GrantBody, 'GrantLicenseRequest', {
  userId: 'The member who gets the seat.',
  replace: 'With true, a license of another type that the user holds is exchanged.',
});
nameSchema(schemas.RevokeBody, 'RevokeLicenseRequest', { userId: 'The member who loses the seat.' });
describeFields(schemas.ApplicationParams, { applicationId: 'The application whose users are meant.' });
nameSchema(schemas.LicensedUser, 'LicensedUser', {
  userId: 'The account that holds the seat.',
  licenseType: 'The slug of the license type.',
  assignedAt: 'Since when the user holds the seat.',
  lastUsedAt: 'When the license was last checked for this user; null if it never was.',
});
nameSchema(schemas.LicensedUserCount, 'LicensedUserCount', { count: 'How many users hold a seat.' });
nameSchema(schemas.LicenseAssignment, 'LicenseAssignment', {
  id: 'The assignment of this seat to this user.',
  userId: 'The account that holds the seat.',
  assignedAt: 'Since when the user holds the seat.',
});

const typeName = 'What users call it, such as Pro.';
const slug = 'A short name for programs, such as pro. It cannot be changed later.';
describeFields(schemas.LicenseTypesQuery, { applicationId: 'Only license types of this application.' });
describeFields(schemas.LicenseTypeParams, { licenseTypeId: 'The license type, as the list names it.' });
nameSchema(schemas.CreateLicenseTypeBody, 'CreateLicenseTypeRequest', { slug, name: typeName, features, limits });
nameSchema(schemas.UpdateLicenseTypeBody, 'UpdateLicenseTypeRequest', {
  name: typeName,
  features: 'What the license includes. It replaces all features.',
  limits: 'Numbers such as contacts: 10000. They replace all limits.',
});
nameSchema(schemas.LicenseTypeDetails, 'LicenseType', {
  id: 'The license type; its id never changes.',
  slug: 'A short name for programs, such as pro.',
  name: typeName,
  features,
  limits,
});
nameSchema(schemas.LicenseTypeList, 'LicenseTypeList', {
  licenseTypes: 'All that the caller may see, by application.',
});

describeFields(schemas.OverviewParams, { tenantId: 'The tenant whose seats are counted.' });
describeFields(schemas.TenantParams, tenant);
describeFields(schemas.SubscriptionParams, { ...tenant, subscriptionId: 'The subscription, as the list names it.' });

const quantity = 'How many seats the tenant has bought.';
const startsAt = 'From when the seats can be used. Left out: from now.';
const overagePercent = 'By how many percent the assigned seats may exceed the bought ones.';
const entry = subscriptions.LicenseOverview.shape.subscriptions.element;
nameSchema(entry.shape.status, 'SubscriptionStatus');
nameSchema(entry, 'OverviewEntry', {
  quantityPurchased: quantity,
  quantityAssigned: 'How many seats users hold.',
  quantityAvailable: 'How many more seats can be assigned.',
  status: 'Whether the seats can be used now.',
});
nameSchema(subscriptions.LicenseOverview, 'LicenseOverview', {
  tenantId: 'The tenant whose seats are counted.',
  totalSeatsOwned: 'The seats of all subscriptions together.',
  totalSeatsAssigned: 'How many of them users hold.',
  totalSeatsAvailable: 'How many more can be assigned.',
  subscriptions: 'One entry for each subscription.',
});
nameSchema(
  subscriptions.SubscriptionDetails,
  'Subscription',
  {
    id: 'The subscription; changes of it name it.',
    startsAt: 'From when the seats can be used.',
    expiresAt: 'When the seats end; null if they do not.',
    quantityReserved: 'How many seats are kept for open invitations.',
    pendingQuantity: 'The planned number of seats; null without a plan.',
    pendingAt: 'When the planned number takes effect; null without a plan.',
    overagePercent,
    trial: 'Whether the seats are only to try the application.',
    reclaimAfterDays: 'After how many days without use a seat is taken back; 0 for never.',
    leases: 'Whether members may use their seats without the server for some days.',
    limits: 'Numbers of this subscription that replace those of the license type.',
  },
  entry,
);
nameSchema(subscriptions.SubscriptionList, 'SubscriptionList', { subscriptions: 'All that the tenant has or had.' });
nameSchema(subscriptions.CreateSubscriptionBody, 'CreateSubscriptionRequest', {
  quantity,
  startsAt,
  expiresAt: 'When the seats end. Left out: they do not.',
  trial: 'With true, the seats are only to try the application; they need an end.',
  limits: 'Numbers of this subscription that replace those of the license type.',
  overagePercent,
});
nameSchema(subscriptions.UpdateSubscriptionBody, 'UpdateSubscriptionRequest', {
  quantity: 'The new number of seats.',
  onExcess: 'What to do if more seats are in use: refuse the change, or release seats.',
  release: 'The users who lose their seats first. It needs onExcess: release.',
  effectiveAt: 'When the new number takes effect. Left out: now.',
  pendingQuantity: 'With null, a planned change is withdrawn.',
  overagePercent,
  reclaimAfterDays: 'After how many days without use a seat is taken back; 0 for never.',
  leases: 'NONE: members get no new leases.',
  limits: 'Numbers of this subscription. They replace all of its limits.',
  trial: 'With false, the trial becomes a subscription that was bought.',
  status: 'Only the seats of an ACTIVE subscription can be used.',
  expiresAt: 'When the seats end; null if they do not.',
});

describeFields(schemas.ExplainQuery, {
  userId: 'The id or the email of the user.',
  tenantId: 'The id or the slug of the tenant.',
  applicationId: 'The application that the user wants to use.',
  featureKey,
});
const check = schemas.AccessExplanation.shape.checks.element;
nameSchema(check.shape.check, 'AccessCheckName');
nameSchema(schemas.AccessExplanation.shape.reason, 'AccessReason');
nameSchema(check, 'AccessCheck', {
  check: 'What was looked at.',
  passed: 'Whether it allows the access; null if it was not looked at.',
  reason: 'Why it does not allow it; null if it does.',
  detail: 'The facts in a sentence for people.',
});
nameSchema(schemas.AccessExplanation, 'AccessExplanation', {
  userId: 'The account that was found.',
  allowed: 'Whether the user may use the application now.',
  reason: 'That of the first check that failed.',
  checks: 'Every check, in the order in which they are made.',
});
