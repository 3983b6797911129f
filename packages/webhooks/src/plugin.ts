import type { IdentityPlugin, IdentityPluginHost } from '@org/identity-prisma';
import { createDeliveryWork } from './delivery-work.js';
import { createFeed, type FeedOptions } from './feed/feed.js';
import { readEventsAfter } from './feed/read-events-after.js';
import { type SendLimits, sendLimits } from './pace/send-limits.js';
import { webhookAreas } from './pages/webhook-areas.js';
import { perServer } from './per-server.js';
import { routes } from './routes.js';
import type { SenderServices } from './sending/sender.js';
import { webhookNames } from './webhooks/webhook-names.js';

export interface WebhooksOptions extends FeedOptions {
  /** How many requests a second webhooks may send to one host. */
  readonly sendLimits?: Partial<SendLimits> | undefined;
}

/** Events for other systems: webhooks, a cursor with long polling, and a stream. */
export function webhooks(options: WebhooksOptions = {}): IdentityPlugin {
  const limits = sendLimits(options.sendLimits);
  const secret = { table: 'identity.webhooks', id: 'id', purpose: 'webhook:' };
  const feeds = perServer((host: Pick<IdentityPluginHost, 'pool' | 'logger'>) => createFeed(host, options));
  const works = perServer((host: Omit<SenderServices, 'sendLimits'>) =>
    createDeliveryWork({ ...host, sendLimits: limits }, feeds.of(host).watch),
  );
  const withSender = (host: IdentityPluginHost) => ({ ...host, sendSoon: works.of(host).sendSoon });
  return {
    name: 'webhooks',
    routes: (host) => routes(withSender(host), feeds.of(host)),
    areas: (host) => webhookAreas(withSender(host)),
    names: webhookNames,
    jobs: (host) => works.of(host).jobs,
    start: (host) => works.of(host).start(),
    recordsSignIns: true,
    eventFeed: (host) => ({ read: (request) => readEventsAfter(feeds.of(host), request) }),
    drain: () => {
      for (const feed of feeds.all()) feed.drain();
    },
    close: async () => {
      await Promise.all([...feeds.all().map((feed) => feed.close()), ...works.all().map((work) => work.stop())]);
    },
    sealed: [
      { ...secret, column: 'secret' },
      { ...secret, column: 'old_secret' },
    ],
  };
}
