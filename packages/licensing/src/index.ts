export { licensing } from './plugin.js';
export { seatReleases } from './release-seats.js';
export { LicenseTypeSeed, SubscriptionSeed, seedLicenseTypes, seedSubscription } from './seed-licensing.js';
