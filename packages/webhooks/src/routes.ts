import type { Route } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { deliveryRoutes } from './deliveries/delivery-routes.js';
import type { Feed } from './feed/feed.js';
import { feedRoutes } from './feed/feed-routes.js';
import { ownEventRoutes } from './own-events/own-event-routes.js';
import type { WebhookServices } from './services.js';
import { webhookRoutes } from './webhooks/webhook-routes.js';
import './schema-words.js';

/** Every JSON endpoint of this package. */
export function routes(services: IdentityPluginHost & WebhookServices, feed: Feed): Route[] {
  return [
    ...webhookRoutes(services),
    ...deliveryRoutes(services),
    ...feedRoutes(services, feed),
    ...ownEventRoutes(services),
  ];
}
