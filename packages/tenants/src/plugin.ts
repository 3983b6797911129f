import type { IdentityPlugin } from '@org/identity-prisma';
import { chooseTenantStep } from './choose-tenant-step.js';
import { tenantResolver } from './decide-tenant.js';
import { invitationPages } from './invitation-pages.js';
import { accountSubscribers } from './leave-with-account.js';
import { membershipData } from './personal-data.js';
import { routes } from './routes.js';
import { tenantClaims } from './tenant-claims.js';

/** Tenants, their members and invitations, and for which tenant a token is. */
export function tenants(): IdentityPlugin {
  return {
    name: 'tenants',
    tenants: ({ db, issuer }) => tenantResolver(db, issuer),
    steps: ({ db, issuer }) => [chooseTenantStep(db, tenantResolver(db, issuer))],
    tokenClaims: ({ pool }) => tenantClaims(pool),
    routes,
    pages: invitationPages,
    subscribers: accountSubscribers,
    personalData: membershipData,
  };
}
