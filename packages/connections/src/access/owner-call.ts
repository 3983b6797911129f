import type { UserPrincipal } from '@org/identity-core';

/** Who does something with the connections of a tenant. */
export interface OwnerCall {
  readonly tenantId: string;
  readonly principal: UserPrincipal;
}
