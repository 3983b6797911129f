import type { UserPrincipal } from '@org/identity-core';
import type { SetupCaller } from './setup-caller.js';

/** Who does something with the connections of a tenant. What a setup link may do says so. */
export interface OwnerCall {
  readonly tenantId: string;
  readonly principal: UserPrincipal | SetupCaller;
}
