export { declaredLists } from './declared-lists.js';
export { accountSubscribers } from './members/leave-with-account.js';
export { type TenantsOptions, tenants } from './plugin.js';
export { CreateTenantBody } from './schemas.js';
export { BroughtTenant, bringTenant } from './tenant/bring-tenant.js';
export { createTenantFor, type NewTenant } from './tenant/create-tenant.js';
export { deleteTenantFor } from './tenant/delete-tenant.js';
export { findTenant, listAllTenants } from './tenant/list-all-tenants.js';
export { seedTenants, TenantSeed } from './tenant/seed-tenants.js';
