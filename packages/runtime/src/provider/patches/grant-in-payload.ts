import type { Provider } from '../oidc-provider.js';

/** Stores session, tenant, second factor and connection with a grant (`TenantGrant`). */
export function bindGrants(provider: Provider): void {
  const names = provider.Grant.IN_PAYLOAD;
  Object.defineProperty(provider.Grant, 'IN_PAYLOAD', {
    get: () => [...names, 'sessionUid', 'tenantId', 'secondFactor', 'via', 'connectionId'],
  });
}
