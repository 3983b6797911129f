import type { IdentityPlugin } from '@org/identity-prisma';
import { createDeliveryWork, type DeliveryWork } from './delivery-work.js';
import { routes } from './routes.js';
import type { SenderServices } from './sending/sender.js';

/** Events for other systems: webhooks, a cursor with long polling, and a stream. */
export function webhooks(): IdentityPlugin {
  const secret = { table: 'identity.webhooks', id: 'id', purpose: 'webhook:' };
  let work: DeliveryWork | undefined;
  const workOf = (host: SenderServices) => (work ??= createDeliveryWork(host));
  return {
    name: 'webhooks',
    routes: (host) => routes({ ...host, sendSoon: workOf(host).sendSoon }),
    jobs: (host) => workOf(host).jobs,
    start: (host) => workOf(host).start(),
    close: async () => work?.stop(),
    sealed: [
      { ...secret, column: 'secret' },
      { ...secret, column: 'old_secret' },
    ],
  };
}
