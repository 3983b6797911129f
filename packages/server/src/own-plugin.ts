import type { IdentityPlugin } from '@org/identity-prisma';
import { platformOverview, tenantOverview } from './areas/overview-area.js';
import { clientNames } from './clients/client-names.js';
import type { ServerSettings } from './options.js';
import { platformRoutes } from './platform/platform-routes.js';
import { platformAreas } from './platform-pages/platform-areas.js';

/** What the server itself contributes, in the form of a plugin. */
export function ownPlugin(settings: Pick<ServerSettings, 'secret'>): IdentityPlugin {
  return {
    name: 'platform',
    routes: (host) => platformRoutes({ ...host, settings }),
    areas: (host) => [tenantOverview, platformOverview, ...platformAreas({ ...host, secret: settings.secret })],
    names: clientNames,
  };
}
