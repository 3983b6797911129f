import type { IdentityPlugin } from '@org/identity-prisma';
import { declaredLists } from './declared-lists.js';
import { createLookUp } from './dns/look-up.js';
import { domainAreas } from './domain-pages/domain-areas.js';
import { checkDomainsJob } from './domains/check-domains.js';
import { domainNames } from './domains/domain-names.js';
import { domainRoutes } from './domains/domain-routes.js';

export interface ConnectionsOptions {
  /** The DNS servers that records of domains are read from, as `IP` or `IP:port`. Those of the system by default. */
  readonly dnsServers?: readonly string[] | undefined;
}

/** Domains of tenants, and sign-in by their own identity providers. */
export function connections(options: ConnectionsOptions = {}): IdentityPlugin {
  return {
    name: 'connections',
    declares: declaredLists,
    setup(host) {
      const withLookUp = { ...host, lookUp: createLookUp(options.dnsServers) };
      return {
        routes: domainRoutes(withLookUp),
        areas: domainAreas(withLookUp),
        names: domainNames(host),
        jobs: [checkDomainsJob(withLookUp)],
      };
    },
  };
}
