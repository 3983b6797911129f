import type { IdentityPlugin, IdentityPluginHost } from '@org/identity-prisma';
import { createFeed, type Feed, type FeedOptions } from './feed/feed.js';
import { readEventsAfter } from './feed/read-events-after.js';
import { routes } from './routes.js';

/** Events for other systems: webhooks, a cursor with long polling, and a stream. */
export function webhooks(options: FeedOptions = {}): IdentityPlugin {
  const secret = { table: 'identity.webhooks', id: 'id', purpose: 'webhook:' };
  // One for each server that uses this plugin, shared by its parts.
  const feeds = new Map<IdentityPluginHost['pool'], Feed>();
  const feedOf = (host: Pick<IdentityPluginHost, 'pool' | 'logger'>): Feed => {
    const feed = feeds.get(host.pool) ?? createFeed(host, options);
    feeds.set(host.pool, feed);
    return feed;
  };
  return {
    name: 'webhooks',
    routes: (host) => routes(host, feedOf(host)),
    recordsSignIns: true,
    eventFeed: (host) => ({ read: (request) => readEventsAfter(feedOf(host), request) }),
    drain: () => {
      for (const feed of feeds.values()) feed.drain();
    },
    close: async () => {
      for (const feed of feeds.values()) feed.close();
    },
    sealed: [
      { ...secret, column: 'secret' },
      { ...secret, column: 'old_secret' },
    ],
  };
}
