import type { IdentityPlugin } from '@org/identity-prisma';
import { platformOverview, tenantOverview } from './areas/overview-area.js';
import { clientNames } from './clients/client-names.js';
import type { MissingOption } from './clients/client-security.js';
import { declaredLists } from './declared-lists.js';
import type { Secrets } from './keys/secrets.js';
import { platformRoutes } from './platform/platform-routes.js';
import { platformAreas } from './platform-pages/platform-areas.js';

/** What the server itself contributes, in the form of a plugin. */
export function ownPlugin(own: { secret: Secrets; missingOption: MissingOption }): IdentityPlugin {
  return {
    name: 'platform',
    declares: declaredLists,
    setup: (host) => ({
      routes: platformRoutes({ ...host, ...own }),
      areas: [tenantOverview, platformOverview, ...platformAreas({ ...host, ...own })],
      names: clientNames(host),
    }),
  };
}
