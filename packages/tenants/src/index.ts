export { type TenantsOptions, tenants } from './plugin.js';
export { seedTenants, TenantSeed } from './seed-tenants.js';
