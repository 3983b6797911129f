import type { Provider } from '../oidc-provider.js';

/** Makes session, tenant and second factor part of what is stored of a grant (`TenantGrant`). */
export function bindGrants(provider: Provider): void {
  const names = provider.Grant.IN_PAYLOAD;
  Object.defineProperty(provider.Grant, 'IN_PAYLOAD', {
    get: () => [...names, 'sessionUid', 'tenantId', 'secondFactor'],
  });
}
