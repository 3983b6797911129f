import type { IdentityPlugin } from '@org/identity-prisma';
import { createDeliveryWork, type DeliveryWork } from './delivery-work.js';
import { routes } from './routes.js';
import type { SenderServices } from './sending/sender.js';

/** Events for other systems: webhooks, a cursor with long polling, and a stream. */
export function webhooks(): IdentityPlugin {
  const secret = { table: 'identity.webhooks', id: 'id', purpose: 'webhook:' };
  // One for each server that uses this plugin, shared by its parts.
  const works = new Map<SenderServices['pool'], DeliveryWork>();
  const workOf = (host: SenderServices): DeliveryWork => {
    const work = works.get(host.pool) ?? createDeliveryWork(host);
    works.set(host.pool, work);
    return work;
  };
  return {
    name: 'webhooks',
    routes: (host) => routes({ ...host, sendSoon: workOf(host).sendSoon }),
    jobs: (host) => workOf(host).jobs,
    start: (host) => workOf(host).start(),
    close: async () => {
      await Promise.all([...works.values()].map((work) => work.stop()));
    },
    sealed: [
      { ...secret, column: 'secret' },
      { ...secret, column: 'old_secret' },
    ],
  };
}
