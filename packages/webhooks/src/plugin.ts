import type { IdentityPlugin } from '@org/identity-prisma';
import { declaredLists } from './declared-lists.js';
import { createDeliveryWork } from './delivery-work.js';
import { createFeed, type FeedOptions } from './feed/feed.js';
import { readEventsAfter } from './feed/read-events-after.js';
import { failedDeliveriesJob } from './health/count-failed-deliveries.js';
import { type SendLimits, sendLimits } from './pace/send-limits.js';
import { webhookAreas } from './pages/webhook-areas.js';
import { deliveryData } from './personal-data/delivery-data.js';
import { routes } from './routes.js';
import { webhookNames } from './webhooks/webhook-names.js';

export interface WebhooksOptions extends FeedOptions {
  /** How many requests a second webhooks may send to one host. */
  readonly sendLimits?: Partial<SendLimits> | undefined;
}

/** Events for other systems: webhooks, a cursor with long polling, and a stream. */
export function webhooks(options: WebhooksOptions = {}): IdentityPlugin {
  const limits = sendLimits(options.sendLimits);
  const secret = { table: 'identity.webhooks', id: 'id', purpose: 'webhook:' };
  return {
    name: 'webhooks',
    declares: {
      ...declaredLists,
      services: ['eventFeed', 'signInRecords'],
      sealed: [
        { ...secret, column: 'secret' },
        { ...secret, column: 'old_secret' },
      ],
    },
    setup(host) {
      const feed = createFeed(host, options);
      const work = createDeliveryWork({ ...host, sendLimits: limits }, feed.watch);
      const withSender = { ...host, sendSoon: work.sendSoon };
      return {
        services: {
          eventFeed: { read: (request) => readEventsAfter(feed, request) },
          signInRecords: { recorded: true },
        },
        routes: routes(withSender, feed),
        areas: webhookAreas(withSender),
        names: webhookNames(host),
        personalData: deliveryData(),
        jobs: [...work.jobs, failedDeliveriesJob(host)],
        start: () => work.start(),
        drain: () => feed.drain(),
        close: async () => {
          await Promise.all([feed.close(), work.stop()]);
        },
      };
    },
  };
}
