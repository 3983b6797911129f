import { IdentityError } from './identity-error.js';
import type { Principal } from './principal.js';

/** The scopes of the JSON API. They are not in discovery: a client has to be given one before it may ask for it. */
export const apiScopes = [
  'account:read',
  'account:write',
  'tenants:read',
  'tenants:write',
  'licenses:read',
  'licenses:write',
] as const;
export type ApiScope = (typeof apiScopes)[number];

/** Whether a caller may use what the scope protects. Users of first-party clients need no scope; all other callers do. */
export function hasScope(principal: Principal, scope: ApiScope): boolean {
  return (principal.kind === 'user' && principal.firstParty) || principal.scopes.includes(scope);
}

/** Refuses (403) a caller without the scope, with the header of RFC 6750 that tells a client which scope to ask for. */
export function requireScope(principal: Principal, scope: ApiScope): void {
  if (hasScope(principal, scope)) return;
  throw new IdentityError('FORBIDDEN', `The client needs the scope "${scope}" for this.`, {
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });
}
