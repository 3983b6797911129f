import type { IdentityPluginHost } from '@org/identity-prisma';

type Pooled = Pick<IdentityPluginHost, 'pool'>;

/** Something that all parts of the plugin share. A plugin can be used by several servers; each gets its own. */
export function perServer<Host extends Pooled, Shared>(create: (host: Host) => Shared) {
  const made = new Map<IdentityPluginHost['pool'], Shared>();
  return {
    of(host: Host): Shared {
      const shared = made.get(host.pool) ?? create(host);
      made.set(host.pool, shared);
      return shared;
    },
    all: () => [...made.values()],
  };
}
