import { forbidden, IdentityError } from '../errors/identity-error.js';
import { isOwnOrigin } from './origin.js';
import type { Principal, UserPrincipal } from './principal.js';

/** The reason of the error below, for pages: they ask for the second factor instead of showing it. */
export const superAdminReason = 'super-admin-second-factor';

/**
 * The rights that a user has by being a super admin, in a session. Where the server requires it, they need a second factor.
 * Every user passes here before a guard or a use-case sees them, so `superAdmin` of a caller can be trusted everywhere.
 */
export function superAdminRights(
  { superAdmin, secondFactor, origin }: Pick<UserPrincipal, 'superAdmin' | 'secondFactor' | 'origin'>,
  { required }: { required: boolean },
): Pick<UserPrincipal, 'superAdmin' | 'superAdminLacksFactor'> {
  // The provider of a tenant must not open the whole platform.
  if (!isOwnOrigin(origin)) return { superAdmin: false };
  return superAdmin && required && !secondFactor ? { superAdmin: false, superAdminLacksFactor: true } : { superAdmin };
}

/**
 * Whether the caller acts as a super admin. Throws SECOND_FACTOR_REQUIRED if only the second factor of the session is
 * missing, and FORBIDDEN if only the confirmation of the client is. So ask this last, after what the caller may do by a role
 * of their own.
 */
export function actsAsSuperAdmin(caller: Principal): boolean {
  if (caller.kind === 'machine') return false;
  if (caller.superAdminUnconfirmed) throw unconfirmedClient(caller.clientId);
  if (caller.superAdminLacksFactor) throw superAdminSecondFactor();
  return caller.superAdmin;
}

/** The error for a super admin who calls through a client that a machine has made or changed. */
export const unconfirmedClient = (clientId: string) =>
  forbidden(
    `A machine has made or changed the client "${clientId}". Super admins have no rights and no access to their account through it until one of them confirms it, in the platform console or by POST /api/platform/clients/:clientId/confirm.`,
  );

/** The error for a super admin whose session has not passed a second factor. */
export const superAdminSecondFactor = () =>
  new IdentityError(
    'SECOND_FACTOR_REQUIRED',
    'Super admins need a second factor for this. Sign in again with acr_values=urn:identity:acr:2, then repeat the call.',
    { reason: superAdminReason },
  );
