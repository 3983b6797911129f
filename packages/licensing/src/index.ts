export { declaredLists } from './declared-lists.js';
export { findLicenseUses } from './license-types/license-uses.js';
export { licensing } from './plugin.js';
export { seatReleases } from './seats/release-seats.js';
export {
  BroughtLicenseType,
  BroughtSubscription,
  bringLicenseTypes,
  bringSubscriptions,
} from './subscriptions/bring-licensing.js';
export {
  LicenseTypeSeed,
  SubscriptionSeed,
  seedLicenseTypes,
  seedSubscription,
} from './subscriptions/seed-licensing.js';
