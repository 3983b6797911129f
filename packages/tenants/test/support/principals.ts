import type { MachinePrincipal, UserPrincipal } from '@org/identity-core';

const caller = { clientId: 'app', applicationId: null, scopes: [] };

/** A person who calls, as the guard would hand them over. */
export function person(userId: string, superAdmin = false): UserPrincipal {
  return {
    ...caller,
    kind: 'user',
    userId,
    firstParty: true,
    superAdmin,
    sessionUid: null,
    secondFactor: false,
    tenant: null,
  };
}

/** A machine that calls, for one tenant or (null) for the platform. */
export function machine(tenantId: string | null): MachinePrincipal {
  return { ...caller, kind: 'machine', tenantId };
}
