/** Scopes of people's tokens, as discovery lists them. */
export const userScopes = ['openid', 'profile', 'email', 'offline_access'] as const;
/** Scopes of machines' tokens; not in discovery. */
export const machineScopes = ['licenses:read', 'licenses:write', 'tenants:read'] as const;
