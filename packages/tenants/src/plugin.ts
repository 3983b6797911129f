import type { IdentityPlugin } from '@org/identity-prisma';
import { chooseTenantStep } from './choose-tenant-step.js';
import { defaultTenantLimits, type TenantLimits } from './create-tenant.js';
import { tenantResolver } from './decide-tenant.js';
import { heldSlugsJob, readSlugHoldDays } from './held-slugs.js';
import { invitationPages } from './invitation-pages.js';
import { accountSubscribers } from './leave-with-account.js';
import { membershipData } from './personal-data.js';
import { routes } from './routes.js';
import { tenantClaims } from './tenant-claims.js';

export interface TenantsOptions {
  limits?: Partial<TenantLimits>;
  /** How many days nobody gets the slug of a deleted tenant (default 90); 0 frees it at once. */
  slugHoldDays?: number;
}

/** Tenants, their members and invitations, and for which tenant a token is. */
export function tenants(options: TenantsOptions = {}): IdentityPlugin {
  const limits = { ...defaultTenantLimits, ...options.limits };
  const slugHoldDays = readSlugHoldDays(options.slugHoldDays);
  return {
    name: 'tenants',
    tenants: ({ db, issuer }) => tenantResolver(db, issuer),
    steps: ({ db, issuer }) => [chooseTenantStep(db, tenantResolver(db, issuer))],
    tokenClaims: ({ pool }) => tenantClaims(pool),
    routes: (host) => routes(host, { limits, slugHoldDays }),
    jobs: (host) => [heldSlugsJob(host)],
    pages: invitationPages,
    subscribers: accountSubscribers,
    personalData: membershipData,
  };
}
