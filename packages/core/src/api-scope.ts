import { IdentityError } from './identity-error.js';
import type { Principal } from './principal.js';

/** The scopes of the JSON API that users can grant. They are not in discovery: a client can request only those that it was given. */
export const apiScopes = [
  'account:read',
  'account:write',
  'tenants:read',
  'tenants:write',
  'licenses:read',
  'licenses:write',
  'events:read',
  'events:write',
] as const;

/**
 * The scopes of `/api/platform`, for machines of the whole platform. No browser client can have them, so they are never on the
 * consent page: users need the rights of a super admin instead.
 */
export const platformScopes = ['platform:read', 'platform:write'] as const;

export type ApiScope = (typeof apiScopes)[number] | (typeof platformScopes)[number];

/** Whether only machines of the whole platform can have the scope. */
export function isPlatformScope(scope: string): boolean {
  return (platformScopes as readonly string[]).includes(scope);
}

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
