import type { IdentityPluginHost } from '@org/identity-prisma';
import type { SsoProvider } from './provider.js';
import { createUpstream, type Upstream } from './upstream.js';

/** The upstream providers by their ids. */
export type Upstreams = ReadonlyMap<string, Upstream>;

/** Creates the providers of a server. */
export function upstreamsOf(providers: readonly SsoProvider[], host: IdentityPluginHost): Upstreams {
  return new Map(providers.map((each) => [each.id, createUpstream(each, host)]));
}

/** The name of a provider, or its id if it is no longer configured. */
export function nameOfProvider(upstreams: Upstreams, id: string): string {
  return upstreams.get(id)?.provider.name ?? id;
}

/** Links with the names of their providers. */
export function namedLinks<Link extends { provider: string }>(upstreams: Upstreams, links: readonly Link[]) {
  return links.map((link) => ({ ...link, name: nameOfProvider(upstreams, link.provider) }));
}
