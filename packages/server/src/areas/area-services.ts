import type { Rehearse, TenantResolver } from '@org/identity-core';
import type { IdentityPluginHost, RunIfExpected } from '@org/identity-prisma';

export interface AreaServices extends Pick<IdentityPluginHost, 'brand' | 'pool' | 'namesOf' | 'vault'> {
  readonly rehearse: Rehearse;
  readonly runIfExpected: RunIfExpected;
  /** Whether the rights of a super admin need a second factor. */
  readonly superAdminFactor: { readonly required: boolean };
  /** Told when a break-glass owner opens the console of a tenant. */
  readonly brokeGlass?: TenantResolver['brokeGlass'];
}
