import { anyToken, ofTenant, type PlatformRoute, route } from '@org/identity-core';
import { type Database, platformRouteOf } from '@org/identity-prisma';

/** Where the routes of webhooks are: the same ones exist for each tenant and for the platform. */
export interface WebhookBase {
  /** The path of the list. */
  readonly base: string;
  /** Whose webhooks they are, for summaries. */
  readonly owner: string;
  /** Declares a route that names its callers and their errors. A GET needs `events:read`, all others `events:write`. */
  readonly declare: PlatformRoute;
  /** The tenant of a path; null for the platform. */
  readonly tenantOf: (params: { id?: string | undefined }) => string | null;
}

export function webhookBases(db: Database): readonly WebhookBase[] {
  return [tenantBase, ofPlatform(db)];
}

const scopeOf = (method: string) => (method === 'get' ? 'events:read' : 'events:write');

const tenantBase: WebhookBase = {
  base: '/api/tenants/:id/webhooks',
  owner: 'a tenant',
  declare: ({ risky: _risky, ...definition }) =>
    route({
      ...definition,
      description: `For admins, owners and super admins. ${definition.description ?? ''}`.trim(),
      errors: ['SECOND_FACTOR_REQUIRED', 'TENANT_NOT_FOUND', ...(definition.errors ?? [])],
      scope: scopeOf(definition.method),
      guard: anyToken,
      origins: ofTenant,
    }),
  // Without an id there is no such tenant: it never means the platform.
  tenantOf: ({ id = '' }) => id,
};

function ofPlatform(db: Database): WebhookBase {
  const platformRoute = platformRouteOf(db);
  return {
    base: '/api/platform/webhooks',
    owner: 'the platform',
    declare: (definition) => platformRoute({ ...definition, scope: scopeOf(definition.method) }),
    tenantOf: () => null,
  };
}
