import type { Rehearse } from '@org/identity-core';
import type { IdentityPluginHost, RunIfExpected } from '@org/identity-prisma';

export interface AreaServices extends Pick<IdentityPluginHost, 'brand' | 'pool' | 'namesOf' | 'vault'> {
  readonly rehearse: Rehearse;
  readonly runIfExpected: RunIfExpected;
  /** Where the sign-out form is sent; undefined if the deployment has no such page. */
  readonly signOut: string | undefined;
}
