import { forbidden, IdentityError, unauthorized } from '../errors/identity-error.js';
import type { ApiScope } from './api-scopes.js';
import { type Caller, type CallerKinds, type DeclaredKind, isDeclared, isOfKind } from './caller.js';
import type { MachinePrincipal, Principal, UserPrincipal } from './principal.js';
import { actsAsSuperAdmin } from './super-admin.js';

/**
 * Allows every caller, with or without a token. A token that is sent must still be valid. Only this guard lets callers
 * without a token in: the router refuses them after any other.
 */
export function tokenOptional(caller: Caller | undefined): Principal | undefined {
  return caller && anyToken(caller);
}

/** Allows every caller with a valid access token. */
export function anyToken(caller: Caller | undefined): Principal {
  if (!caller) throw unauthorized();
  if (isDeclared(caller)) throw forbidden('This endpoint is for users and machine clients.');
  return caller;
}

/** Allows callers of one kind that a plugin brings. The route has to name the kind in `callers` as well. */
export function onlyKind<Kind extends DeclaredKind>(kind: Kind) {
  return (caller: Caller | undefined): Caller & CallerKinds[Kind] => {
    if (!caller) throw unauthorized();
    if (!isOfKind(caller, kind)) throw forbidden('This endpoint is for other callers.');
    return caller;
  };
}

/** Allows users only: a machine has no profile, no sessions and no tenants of its own. */
export function userOnly(principal: Caller | undefined): UserPrincipal {
  const known = anyToken(principal);
  if (known.kind !== 'user') throw forbidden('This endpoint is for users: send the access token of a user.');
  return known;
}

/**
 * Allows users of the operator's own clients. For what decides about third-party clients: no such client may change it, with
 * whatever scopes.
 */
export function firstPartyUser(principal: Caller | undefined): UserPrincipal {
  const user = userOnly(principal);
  if (!user.firstParty) throw forbidden('No third-party client may do this. Use the pages of this service.');
  return user;
}

/** Allows users, and machines whose client has the scope of the route. */
export function userOrMachine(principal: Caller | undefined, scope: ApiScope): Principal {
  const known = anyToken(principal);
  if (known.kind === 'machine') requireScope(known, scope);
  return known;
}

/** Allows machines only, whose client has the scope of the route. */
export function machineOnly(principal: Caller | undefined, scope: ApiScope): MachinePrincipal {
  const known = userOrMachine(principal, scope);
  if (known.kind !== 'machine')
    throw forbidden('This endpoint is for machines: send the access token of a machine client.');
  return known;
}

/**
 * Allows super admins whose session has passed a second factor, and machines of the whole platform with the scope of the
 * route. How long ago the super admin signed in is checked with the database: see `platformRoute`.
 */
export function platformCaller(principal: Caller | undefined, scope: ApiScope): Principal {
  const caller = userOrMachine(principal, scope);
  if (caller.kind === 'machine') {
    if (caller.tenantId !== null)
      throw forbidden('This is for super admins and machine clients of the whole platform.');
    return caller;
  }
  if (!actsAsSuperAdmin(caller)) throw forbidden('This is for super admins and machine clients of the whole platform.');
  if (!caller.secondFactor) throw platformSecondFactor();
  return caller;
}

/** The error for a super admin whose session has not passed a second factor. */
export const platformSecondFactor = () =>
  new IdentityError(
    'SECOND_FACTOR_REQUIRED',
    'The platform requires a second factor. Sign in again with acr_values=urn:identity:acr:2, then repeat the call.',
  );

/** Throws if the tenant requires a second factor and the user's session has none. Machines are not affected. */
export function requireSecondFactor(principal: Principal, { mfaRequired }: { readonly mfaRequired: boolean }): void {
  if (!mfaRequired || principal.kind === 'machine' || principal.secondFactor) return;
  throw new IdentityError(
    'SECOND_FACTOR_REQUIRED',
    'This tenant requires a second factor. Sign in again with acr_values=urn:identity:acr:2, then repeat the call.',
  );
}

/** Whether a caller may use what the scope protects. Users of first-party clients need no scope; all other callers do. */
export function hasScope(caller: Caller, scope: ApiScope): boolean {
  return (caller.kind === 'user' && caller.firstParty) || caller.scopes.includes(scope);
}

/** Throws 403 if the caller does not have the scope. The RFC 6750 header tells the client which scope to request. */
export function requireScope(caller: Caller, scope: ApiScope): void {
  if (hasScope(caller, scope)) return;
  throw new IdentityError('FORBIDDEN', `The client needs the scope "${scope}" for this.`, {
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });
}
