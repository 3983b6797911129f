import type { IdentityPlugin } from '@org/identity-prisma';
import { sealedSecret } from './access/sealed-secret.js';
import { deleteOldAttemptsJob } from './attempts/delete-old-attempts.js';
import { connectionMethod } from './connection-method.js';
import { connectionAreas } from './connection-pages/connection-areas.js';
import { connectionRoutes } from './connection-routes.js';
import { connectionNames } from './connections/connection-names.js';
import { connectionsService } from './connections-service.js';
import { declaredLists } from './declared-lists.js';
import { createLookUp } from './dns/look-up.js';
import { domainAreas } from './domain-pages/domain-areas.js';
import { checkDomainsJob } from './domains/check-domains.js';
import { domainNames } from './domains/domain-names.js';
import { domainRoutes } from './domains/domain-routes.js';
import { oidcKind } from './oidc/oidc-kind.js';
import { connectionData } from './personal-data/connection-data.js';
import { createProviders } from './providers/providers.js';
import { deleteOldLinksJob } from './setup-links/delete-old-links.js';
import { setupLinkCallers } from './setup-links/opened-link.js';
import { setupLinkNames } from './setup-links/setup-link-names.js';
import { linkPages } from './setup-pages/link-pages.js';
import { setupConsole } from './setup-pages/setup-console.js';
import { setupLinksSection } from './setup-pages/setup-links-section.js';
import { startArea } from './setup-pages/start-area.js';
import { leftPage } from './started/leave-provider.js';
import { startPages } from './started/start-pages.js';
import { visitPages } from './test-visit/callback-page.js';

export interface ConnectionsOptions {
  /** The DNS servers that records of domains are read from, as `IP` or `IP:port`. Those of the system by default. */
  readonly dnsServers?: readonly string[] | undefined;
  /**
   * Issuers that serve many organizations and name that of the user in the claim `hd`, as Google does: it must be a verified
   * domain of the connection. That of Google is always among them.
   */
  readonly hostedDomainIssuers?: readonly string[] | undefined;
}

/** Domains of tenants, and sign-in by their own identity providers. It needs `users()` and `tenants()`. */
export function connections(options: ConnectionsOptions = {}): IdentityPlugin {
  return {
    name: 'connections',
    declares: { ...declaredLists, services: ['connections'], sealed: [sealedSecret] },
    setup(host) {
      if (!host.services.members) throw new Error('The plugin connections() needs tenants().');
      const { dnsServers, hostedDomainIssuers } = options;
      const providers = createProviders(host);
      const services = { ...host, providers, lookUp: createLookUp(dnsServers) };
      const names = [domainNames(host), connectionNames(host), setupLinkNames(host)];
      return {
        services: { connections: connectionsService(services) },
        signInMethods: [connectionMethod(services)],
        connectionKinds: [oidcKind({ ...host, hostedDomainIssuers })],
        callers: [setupLinkCallers(host)],
        consoles: [setupConsole(host)],
        areas: [...domainAreas(services), ...connectionAreas(services), setupLinksSection(host), startArea(host)],
        late: () => ({
          routes: [...domainRoutes(services), ...connectionRoutes(services)],
          pages: [...visitPages(services), ...startPages(services), leftPage(services), ...linkPages(host)],
        }),
        names: async (ids, scope) => {
          const found = await Promise.all(names.map((find) => find(ids, scope)));
          return new Map(found.flatMap((each) => [...each]));
        },
        jobs: [checkDomainsJob(services), deleteOldAttemptsJob(host), deleteOldLinksJob(host)],
        personalData: connectionData(host),
      };
    },
  };
}
