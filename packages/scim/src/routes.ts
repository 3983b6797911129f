import type { Route } from '@org/identity-core';
import { directoryRoutes } from './directories/directory-routes.js';
import { handoverRoutes } from './handover/handover-routes.js';
import { logRoutes } from './log/log-routes.js';
import type { ScimServices } from './services.js';
import './schema-words.js';

/** Every JSON endpoint of this package. The endpoints of SCIM itself are in `scim-routes.ts`. */
export function routes(services: ScimServices): Route[] {
  return [...directoryRoutes(services), ...handoverRoutes(services), ...logRoutes(services)];
}
