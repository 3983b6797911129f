import type { MachinePrincipal, UserPrincipal } from '@org/identity-core';

const caller = { clientId: 'app', applicationId: null, scopes: [] };

/** A user as the caller, as the guard would return it. */
export function userCaller(userId: string, superAdmin = false): UserPrincipal {
  return {
    ...caller,
    kind: 'user',
    origin: { kind: 'own' },
    userId,
    firstParty: true,
    superAdmin,
    sessionUid: null,
    secondFactor: false,
    tenant: null,
  };
}

/** A machine as the caller, for one tenant or (null) for the platform. */
export function machine(tenantId: string | null): MachinePrincipal {
  return { ...caller, kind: 'machine', tenantId };
}
