import { IdentityError } from '../errors/identity-error.js';
import type { ApiScope } from './api-scopes.js';
import type { Principal } from './principal.js';

/** Whether a caller may use what the scope protects. Users of first-party clients need no scope; all other callers do. */
export function hasScope(principal: Principal, scope: ApiScope): boolean {
  return (principal.kind === 'user' && principal.firstParty) || principal.scopes.includes(scope);
}

/** Throws 403 if the caller does not have the scope. The RFC 6750 header tells the client which scope to request. */
export function requireScope(principal: Principal, scope: ApiScope): void {
  if (hasScope(principal, scope)) return;
  throw new IdentityError('FORBIDDEN', `The client needs the scope "${scope}" for this.`, {
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });
}
