import type { IdentityPlugin } from '@org/identity-prisma';
import { platformOverview, tenantOverview } from './areas/overview-area.js';

/** What the server itself contributes, in the form of a plugin. */
export function ownPlugin(): IdentityPlugin {
  return {
    name: 'server',
    areas: () => [tenantOverview, platformOverview],
  };
}
