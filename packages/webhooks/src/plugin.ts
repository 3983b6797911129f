import type { IdentityPlugin } from '@org/identity-prisma';
import { routes } from './routes.js';

/** Events for other systems: webhooks, a cursor with long polling, and a stream. */
export function webhooks(): IdentityPlugin {
  return { name: 'webhooks', routes };
}
