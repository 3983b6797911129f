import { apiScopes, platformScopes } from '../api-scope.js';

/** The scopes of OpenID Connect, which are all that discovery lists. Every browser client may have them. */
export const userScopes = ['openid', 'profile', 'email', 'offline_access'] as const;
/** Scopes of users' tokens. Those of the JSON API are for clients that were given them. */
export const browserScopes = [...userScopes, ...apiScopes] as const;
/** Scopes of machines' tokens. Those of the platform are for machines without a tenant. */
export const machineScopes = [
  'licenses:read',
  'licenses:write',
  'tenants:read',
  'events:read',
  'events:write',
  ...platformScopes,
] as const;
