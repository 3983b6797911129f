export { licensing } from '@org/identity-licensing';
export { migrate, migrationStatus } from '@org/identity-prisma';
export { tenants } from '@org/identity-tenants';
export { users, verifyPassword } from '@org/identity-users';
export { createIdentityServer, type IdentityServer, type IdentityServerOptions } from './create-identity-server.js';
export { notFound } from './not-found.js';
export { machineScopes, userScopes } from './provider/configuration.js';
export { type SeedData, seed } from './seed/seed.js';
