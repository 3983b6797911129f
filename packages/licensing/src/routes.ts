import type { Route } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { adminRoutes } from './admin-routes.js';
import { historyRoutes } from './history/history-routes.js';
import { integrationRoutes } from './integration-routes.js';
import { leaseRoutes } from './lease-tokens/lease-routes.js';
import { platformRoutes } from './platform-routes.js';
import { statementRoutes } from './statements/statement-routes.js';

/** All routes of licensing: for applications, and for the administration of licenses. */
export function routes(host: IdentityPluginHost): Route[] {
  return [
    ...integrationRoutes(host),
    ...leaseRoutes(host),
    ...adminRoutes(host),
    ...platformRoutes(host),
    ...historyRoutes(host),
    ...statementRoutes(host),
  ];
}
