import type { Route } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';

/** Every JSON endpoint of this package. */
export function routes(_services: IdentityPluginHost & { readonly sendSoon: () => void }): Route[] {
  return [];
}
