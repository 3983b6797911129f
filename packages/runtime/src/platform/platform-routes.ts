import type { Route } from '@org/identity-core';
import type { DatabaseServices } from '@org/identity-prisma';
import type { QueueName } from '../background/read-queues.js';
import type { MissingOption } from '../clients/client-security.js';
import type { Secrets } from '../keys/secrets.js';
import { apiRoutes } from './api-routes.js';
import { applicationRoutes } from './application-routes.js';
import { clientRoutes } from './client-routes.js';
import { keyRoutes } from './key-routes.js';
import { queueRoutes } from './queue-routes.js';
import './schema-words.js';

export interface PlatformServices extends Pick<DatabaseServices, 'db' | 'events' | 'sendMail' | 'sendLogoutNotices'> {
  readonly secret: Secrets;
  readonly missingOption: MissingOption;
}

/** The routes of what the server itself owns, for those who run the platform. Plugins contribute their own. */
export function platformRoutes(given: PlatformServices): Route[] {
  const { secret, sendMail, sendLogoutNotices, db, events, missingOption } = given;
  const services = { db, events, secret, missingOption };
  const sendSoon = (queue: QueueName) => (queue === 'mail' ? sendMail() : sendLogoutNotices());
  return [
    ...clientRoutes(services),
    ...applicationRoutes(services),
    ...apiRoutes(services),
    ...keyRoutes(services),
    ...queueRoutes({ ...services, sendSoon }),
  ];
}
