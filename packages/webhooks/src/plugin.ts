import type { IdentityPlugin } from '@org/identity-prisma';
import { webhookAreas } from './pages/webhook-areas.js';
import { routes } from './routes.js';
import { webhookNames } from './webhooks/webhook-names.js';

/** Events for other systems: webhooks, a cursor with long polling, and a stream. */
export function webhooks(): IdentityPlugin {
  const secret = { table: 'identity.webhooks', id: 'id', purpose: 'webhook:' };
  return {
    name: 'webhooks',
    // Deliveries wait in the database until something sends them.
    routes: (host) => routes({ ...host, sendSoon: () => {} }),
    areas: (host) => webhookAreas({ ...host, sendSoon: () => {} }),
    names: webhookNames,
    sealed: [
      { ...secret, column: 'secret' },
      { ...secret, column: 'old_secret' },
    ],
  };
}
