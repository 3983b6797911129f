export { licensing } from './plugin.js';
export { seatReleases } from './seats/release-seats.js';
export {
  LicenseTypeSeed,
  SubscriptionSeed,
  seedLicenseTypes,
  seedSubscription,
} from './subscriptions/seed-licensing.js';
