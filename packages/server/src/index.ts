/* What hosts install: the composition, the commands that they run, and the plugins. */
export type { MailTransport } from '@org/identity-core';
export { userScopes } from '@org/identity-core';
export { licensing } from '@org/identity-licensing';
export { migrate, migrationStatus } from '@org/identity-prisma';
export {
  type ApiExamples,
  browserScopes,
  createIdentityServer,
  describePlan,
  drawPage,
  type EndAfterRestore,
  type EntryPoint,
  type ExampleRequest,
  type ExampleToken,
  endAfterRestore,
  type IdentityServer,
  type IdentityServerOptions,
  isSeedChange,
  type MetricsRouteOptions,
  type MetricsSource,
  machineScopes,
  metricsRoute,
  type NodeHandler,
  type NotFoundLook,
  notFound,
  type OpenApiDocument,
  type PageLook,
  type PlannedEntry,
  type Restored,
  type SeedData,
  type SeedPlan,
  type SmtpOptions,
  smtpTransport,
  type Verification,
  type VerifyOptions,
  variableOrFile,
  verifyDatabase,
} from '@org/identity-runtime';
export { type TenantsOptions, tenants } from '@org/identity-tenants';
export type { Mail } from '@org/identity-ui';
export { google, microsoft, type SsoProvider, users, verifyPassword } from '@org/identity-users';
export { webhooks } from '@org/identity-webhooks';
export { type SeedOptions, seed } from './seed.js';
