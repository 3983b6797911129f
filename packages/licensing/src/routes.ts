import type { Route } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { adminRoutes } from './admin-routes.js';
import { integrationRoutes } from './integration-routes.js';
import { mailRoutes } from './mails/mail-routes.js';
import { platformRoutes } from './platform-routes.js';
import { requestRoutes } from './requests/request-routes.js';

/** All routes of licensing: for applications, and for the administration of licenses. */
export function routes(host: IdentityPluginHost): Route[] {
  return [
    ...integrationRoutes(host),
    ...adminRoutes(host),
    ...platformRoutes(host),
    ...requestRoutes(host),
    ...mailRoutes(host),
  ];
}
