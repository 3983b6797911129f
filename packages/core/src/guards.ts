import { type ApiScope, requireScope } from './api-scope.js';
import { forbidden, IdentityError, unauthorized } from './identity-error.js';
import type { Principal, UserPrincipal } from './principal.js';

/** Everybody, with or without a token. A token that is sent has to be valid all the same. */
export function everybody(principal: Principal | undefined): Principal | undefined {
  return principal;
}

/** Any living access token. */
export function anyone(principal: Principal | undefined): Principal {
  if (!principal) throw unauthorized();
  return principal;
}

/** People only: a machine has no profile, no sessions and no tenants of its own. */
export function userOnly(principal: Principal | undefined): UserPrincipal {
  const known = anyone(principal);
  if (known.kind !== 'user') throw forbidden('This endpoint is for people: use a token that a user signed in for.');
  return known;
}

/** People, and machines whose client was given the scope of the route. */
export function userOrMachine(principal: Principal | undefined, scope: ApiScope): Principal {
  const known = anyone(principal);
  if (known.kind === 'machine') requireScope(known, scope);
  return known;
}

/** Throws unless the caller may act in a tenant with this policy: a user needs a second factor where it is required. Machines have none. */
export function requireSecondFactor(principal: Principal, { mfaRequired }: { readonly mfaRequired: boolean }): void {
  if (!mfaRequired || principal.kind === 'machine' || principal.secondFactor) return;
  throw new IdentityError(
    'SECOND_FACTOR_REQUIRED',
    'This tenant requires a second factor. Sign in again with acr_values=urn:identity:acr:2, then repeat the call.',
  );
}
