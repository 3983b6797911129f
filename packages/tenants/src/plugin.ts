import type { IdentityPlugin } from '@org/identity-prisma';
import { chooseTenantStep } from './choose-tenant-step.js';
import { defaultTenantLimits, type TenantLimits } from './create-tenant.js';
import { tenantResolver } from './decide-tenant.js';
import { invitationPages } from './invitation-pages.js';
import { accountSubscribers } from './leave-with-account.js';
import { membershipData } from './personal-data.js';
import { routes } from './routes.js';
import { tenantClaims } from './tenant-claims.js';

export interface TenantsOptions {
  limits?: Partial<TenantLimits>;
}

/** Tenants, their members and invitations, and for which tenant a token is. */
export function tenants(options: TenantsOptions = {}): IdentityPlugin {
  const limits = { ...defaultTenantLimits, ...options.limits };
  return {
    name: 'tenants',
    tenants: ({ db, issuer }) => tenantResolver(db, issuer),
    steps: ({ db, issuer }) => [chooseTenantStep(db, tenantResolver(db, issuer))],
    tokenClaims: ({ pool }) => tenantClaims(pool),
    routes: (host) => routes(host, limits),
    pages: invitationPages,
    subscribers: accountSubscribers,
    personalData: membershipData,
  };
}
