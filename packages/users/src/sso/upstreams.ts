import type { IdentityPluginHost } from '@org/identity-prisma';
import { checkProviders, type SsoProvider } from './provider.js';
import { createUpstream, type Upstream } from './upstream.js';

/** The other providers by the ids the API calls them by. */
export type Upstreams = ReadonlyMap<string, Upstream>;

/** Sets the providers up, once for a host: what they say of themselves is remembered in one place. */
export function upstreamsOf(providers: readonly SsoProvider[]): (host: IdentityPluginHost) => Upstreams {
  checkProviders(providers);
  const known = new WeakMap<IdentityPluginHost, Upstreams>();
  return (host) => {
    const found = known.get(host) ?? new Map(providers.map((each) => [each.id, createUpstream(each, host)]));
    known.set(host, found);
    return found;
  };
}

/** What people call a provider; one that is no longer set up has its id only. */
export function nameOfProvider(upstreams: Upstreams, id: string): string {
  return upstreams.get(id)?.provider.name ?? id;
}

/** Links with the names of their providers. */
export function namedLinks<Link extends { provider: string }>(upstreams: Upstreams, links: readonly Link[]) {
  return links.map((link) => ({ ...link, name: nameOfProvider(upstreams, link.provider) }));
}
