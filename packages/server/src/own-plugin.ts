import type { IdentityPlugin } from '@org/identity-prisma';
import { overviewArea } from './areas/overview-area.js';

/** What the server itself contributes, in the form of a plugin. */
export function ownPlugin(): IdentityPlugin {
  return {
    name: 'server',
    areas: () => [overviewArea],
  };
}
