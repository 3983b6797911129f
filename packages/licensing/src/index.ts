export { declaredLists } from './declared-lists.js';
export { findLicenseUses } from './license-types/license-uses.js';
export { licensing } from './plugin.js';
export { seatReleases } from './seats/release-seats.js';
export { type StatementInput, signStatement, statementType } from './statements/create-statement.js';
export { periodsHash, type StatedPeriod } from './statements/periods-hash.js';
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
