import { RangeEnd, RangeStart, type Route, route, text } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { z } from 'zod';
import { admin } from '../access/rights.js';
import { TenantParams } from '../history/period-schemas.js';
import { createStatement } from './create-statement.js';

export const StatementQuery = z.strictObject({
  applicationId: text(200, { min: 1 }),
  from: RangeStart,
  to: RangeEnd,
});
export const SignedStatement = z.object({ statement: z.string() });

/** Signed statements about the past. */
export function statementRoutes(host: IdentityPluginHost): Route[] {
  return [
    route({
      method: 'get',
      path: '/api/licensing/tenants/:id/statement',
      summary: 'A signed statement of the seats that a tenant bought and held',
      description:
        'For super admins, and machines with the scope licenses:read; machines of a tenant see only that tenant. `from` and `to` are dates in UTC, both included, or times; at most 366 days, and not in the future. The response is a JWT (RS256) of the type license-statement+jwt. The same past, signed by the same key, gives the same bytes.',
      errors: ['SECOND_FACTOR_REQUIRED', 'TENANT_NOT_FOUND', 'INVALID_APPLICATION_ID'],
      scope: 'licenses:read',
      guard: admin,
      params: TenantParams,
      query: StatementQuery,
      reply: SignedStatement,
      handle: ({ principal, params, query }) => createStatement(host, { tenantId: params.id, principal, ...query }),
    }),
  ];
}
