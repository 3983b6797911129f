import { actorOf, type Route } from '@org/identity-core';
import { type IdentityPluginHost, platformRouteOf } from '@org/identity-prisma';
import { explainAccess } from './check/explain-access.js';
import { AccessExplanation, ExplainQuery } from './schemas.js';

/** The routes about licenses for operators of the platform. */
export function platformRoutes(host: IdentityPluginHost): Route[] {
  const platformRoute = platformRouteOf(host.db);
  return [
    platformRoute({
      method: 'get',
      path: '/api/platform/explain',
      summary: 'Why a user can use an application, or not',
      description:
        'Every check in order, with its result. `userId` is an id or an email, `tenantId` an id or a slug. `reason` is that of the first check that failed. It is an event in the audit trail.',
      errors: ['INVALID_APPLICATION_ID', 'USER_NOT_FOUND'],
      query: ExplainQuery,
      reply: AccessExplanation,
      handle: ({ principal, query }) => explainAccess(host, { ...query, actor: actorOf(principal) }),
    }),
  ];
}
