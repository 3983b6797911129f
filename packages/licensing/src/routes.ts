import type { Route } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { adminRoutes } from './admin-routes.js';
import { integrationRoutes } from './integration-routes.js';
import { platformRoutes } from './platform-routes.js';
import type { SeatUses } from './seat-use/seat-uses.js';

/** All routes of licensing: for applications, and for the administration of licenses. */
export function routes(host: IdentityPluginHost, uses: SeatUses): Route[] {
  return [...integrationRoutes(host, uses), ...adminRoutes(host), ...platformRoutes(host)];
}
