import type { IdentityPlugin } from '@org/identity-prisma';
import { sealedClientSecret } from './access/client-secret.js';
import { deleteOldAttemptsJob } from './attempts/delete-old-attempts.js';
import { connectionRoutes } from './connection-routes.js';
import { connectionNames } from './connections/connection-names.js';
import { declaredLists } from './declared-lists.js';
import { connectionData } from './personal-data/connection-data.js';
import { createProviders } from './providers/providers.js';
import { connectionsService } from './sign-in/connections-service.js';
import { visitPages } from './test-visit/callback-page.js';

/** Sign-in by the identity providers of tenants. It needs `users()` and `tenants()`. */
export function connections(): IdentityPlugin {
  return {
    name: 'connections',
    declares: { ...declaredLists, services: ['connections'], sealed: [sealedClientSecret] },
    setup(host) {
      if (!host.services.members) throw new Error('The plugin connections() needs tenants().');
      const services = { ...host, providers: createProviders(host) };
      return {
        services: { connections: connectionsService(services) },
        routes: connectionRoutes(services),
        pages: visitPages(services),
        names: connectionNames(host),
        jobs: [deleteOldAttemptsJob(host)],
        personalData: connectionData(host),
      };
    },
  };
}
