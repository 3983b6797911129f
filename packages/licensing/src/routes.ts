import type { Route } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { adminRoutes } from './admin-routes.js';
import { agentSeatRoutes } from './agents/agent-seat-routes.js';
import { historyRoutes } from './history/history-routes.js';
import { integrationRoutes } from './integration-routes.js';
import { leaseRoutes } from './leases/lease-routes.js';
import { managedLeaseRoutes } from './leases/managed-lease-routes.js';
import { mailRoutes } from './mails/mail-routes.js';
import { snapshotRoutes } from './mirror-snapshot/snapshot-routes.js';
import { platformRoutes } from './platform-routes.js';
import { requestRoutes } from './requests/request-routes.js';
import { ruleRoutes } from './rules/rule-routes.js';
import type { SeatUses } from './seat-use/seat-uses.js';
import { statementRoutes } from './statements/statement-routes.js';
import './schema-words.js';
import './seat-schema-words.js';

/** All routes of licensing: for applications, and for the administration of licenses. */
export function routes(host: IdentityPluginHost, uses: SeatUses): Route[] {
  return [
    ...integrationRoutes(host, uses),
    ...adminRoutes(host),
    ...platformRoutes(host),
    ...ruleRoutes(host),
    ...agentSeatRoutes(host),
    ...requestRoutes(host),
    ...mailRoutes(host),
    ...leaseRoutes(host),
    ...managedLeaseRoutes(host),
    ...snapshotRoutes(host),
    ...historyRoutes(host),
    ...statementRoutes(host),
  ].map((route) => sendingMail(host, route));
}

/** Sends the mails of a change of seats soon after it. */
function sendingMail({ sendMail }: IdentityPluginHost, route: Route): Route {
  if (route.method === 'get' || route.readOnly) return route;
  return {
    ...route,
    async handle(input) {
      const result = await route.handle(input);
      sendMail();
      return result;
    },
  };
}
