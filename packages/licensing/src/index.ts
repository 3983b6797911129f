export { licensing } from './plugin.js';
export { LicenseTypeSeed, seedLicenseTypes, seedSubscription, SubscriptionSeed } from './seed-licensing.js';
