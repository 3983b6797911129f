import type { IdentityPluginHost } from '@org/identity-prisma';
import { checkProviders, type SsoProvider } from './provider.js';
import { createUpstream, type Upstream } from './upstream.js';

/** The upstream providers by their ids. */
export type Upstreams = ReadonlyMap<string, Upstream>;

/** Creates the providers once per host, so that their metadata is cached in one place. */
export function upstreamsOf(providers: readonly SsoProvider[]): (host: IdentityPluginHost) => Upstreams {
  checkProviders(providers);
  const known = new WeakMap<IdentityPluginHost, Upstreams>();
  return (host) => {
    const found = known.get(host) ?? new Map(providers.map((each) => [each.id, createUpstream(each, host)]));
    known.set(host, found);
    return found;
  };
}

/** The name of a provider, or its id if it is no longer configured. */
export function nameOfProvider(upstreams: Upstreams, id: string): string {
  return upstreams.get(id)?.provider.name ?? id;
}

/** Links with the names of their providers. */
export function namedLinks<Link extends { provider: string }>(upstreams: Upstreams, links: readonly Link[]) {
  return links.map((link) => ({ ...link, name: nameOfProvider(upstreams, link.provider) }));
}
