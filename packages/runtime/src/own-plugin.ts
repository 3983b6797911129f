import type { IdentityPlugin } from '@org/identity-prisma';
import { type ConsoleServices, ownConsoles } from './areas/consoles.js';
import { platformOverview, tenantOverview } from './areas/overview-area.js';
import { clientNames } from './clients/client-names.js';
import type { MissingOption } from './clients/client-security.js';
import { accountApplicationsAreas } from './connected-applications/account-applications-area.js';
import { applicationStep } from './connected-applications/application-step.js';
import { connectedApplicationRoutes } from './connected-applications/connected-application-routes.js';
import { tenantApplicationsArea } from './connected-applications/tenant-applications-area.js';
import { declaredLists } from './declared-lists.js';
import type { Secrets } from './keys/secrets.js';
import { platformRoutes } from './platform/platform-routes.js';
import { platformAreas } from './platform-pages/platform-areas.js';

interface Own extends Omit<ConsoleServices, 'brand' | 'pool'> {
  readonly secret: Secrets;
  readonly missingOption: MissingOption;
  readonly platformConsole: boolean;
}

/** What the server itself contributes, in the form of a plugin. */
export function ownPlugin(own: Own): IdentityPlugin {
  return {
    name: 'platform',
    declares: declaredLists,
    setup: (host) => ({
      routes: [...connectedApplicationRoutes(host), ...platformRoutes({ ...host, ...own })],
      consoles: ownConsoles({ ...host, ...own }, own),
      areas: [
        tenantOverview,
        platformOverview,
        tenantApplicationsArea(host),
        ...accountApplicationsAreas(host),
        ...platformAreas({ ...host, ...own }),
      ],
      steps: [applicationStep(host)],
      names: clientNames(host),
    }),
  };
}
