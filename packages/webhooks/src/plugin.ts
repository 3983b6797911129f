import type { IdentityPlugin } from '@org/identity-prisma';
import { routes } from './routes.js';

/** Events for other systems: webhooks, a cursor with long polling, and a stream. */
export function webhooks(): IdentityPlugin {
  const secret = { table: 'identity.webhooks', id: 'id', purpose: 'webhook:' };
  return {
    name: 'webhooks',
    routes,
    sealed: [
      { ...secret, column: 'secret' },
      { ...secret, column: 'old_secret' },
    ],
  };
}
