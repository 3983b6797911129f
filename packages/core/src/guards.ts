import { forbidden } from './identity-error.js';
import type { MachinePrincipal, Principal, UserPrincipal } from './principal.js';

/** Any living access token. */
export function anyone(principal: Principal): Principal {
  return principal;
}

/** People only: a machine has no profile, no sessions and no tenants of its own. */
export function userOnly(principal: Principal): UserPrincipal {
  if (principal.kind !== 'user') throw forbidden('This endpoint is for people: use a token that a user signed in for.');
  return principal;
}

/** People, and machines whose client was given the scope. */
export function userOrMachine(scope: string): (principal: Principal) => UserPrincipal | MachinePrincipal {
  return (principal) => {
    if (principal.kind === 'machine' && !principal.scopes.includes(scope)) {
      throw forbidden(`The client needs the scope "${scope}" for this.`);
    }
    return principal;
  };
}
