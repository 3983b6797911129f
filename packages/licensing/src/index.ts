export { licensing } from './plugin.js';
export { LicenseTypeSeed, SubscriptionSeed, seedLicenseTypes, seedSubscription } from './seed-licensing.js';
