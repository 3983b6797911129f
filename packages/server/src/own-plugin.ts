import type { IdentityPlugin } from '@org/identity-prisma';
import { platformOverview, tenantOverview } from './areas/overview-area.js';
import { clientNames } from './clients/client-names.js';
import type { ServerSettings } from './options.js';
import { platformAreas } from './platform/console/platform-areas.js';
import { platformRoutes } from './platform/platform-routes.js';

/** What the server itself contributes, in the form of a plugin. */
export function ownPlugin(settings: Pick<ServerSettings, 'secret'>): IdentityPlugin {
  return {
    name: 'platform',
    routes: (host) => platformRoutes({ ...host, settings }),
    areas: (host) => [tenantOverview, platformOverview, ...platformAreas({ ...host, secret: settings.secret })],
    names: clientNames,
  };
}
