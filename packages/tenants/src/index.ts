export { createTenantFor, type NewTenant } from './create-tenant.js';
export { deleteTenantFor } from './delete-tenant.js';
export { findTenant, listAllTenants } from './list-all-tenants.js';
export { type TenantsOptions, tenants } from './plugin.js';
export { CreateTenantBody } from './schemas.js';
export { seedTenants, TenantSeed } from './seed-tenants.js';
