export { declaredLists } from './declared-lists.js';
export { accountSubscribers } from './members/leave-with-account.js';
export { type TenantsOptions, tenants } from './plugin.js';
export { BroughtTenant, bringTenant } from './tenant/bring-tenant.js';
export { seedTenants, TenantSeed } from './tenant/seed-tenants.js';
