import type { Route } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import type { Feed } from './feed/feed.js';
import { feedRoutes } from './feed/feed-routes.js';
import { ownEventRoutes } from './own-events/own-event-routes.js';

/** Every JSON endpoint of this package. */
export function routes(host: IdentityPluginHost, feed: Feed): Route[] {
  return [...feedRoutes(host, feed), ...ownEventRoutes(host)];
}
