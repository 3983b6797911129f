import type { Route } from '@org/identity-core';
import type { DatabaseServices } from '@org/identity-prisma';
import type { ServerSettings } from '../options.js';
import { applicationRoutes } from './application-routes.js';
import { clientRoutes } from './client-routes.js';
import { keyRoutes } from './key-routes.js';

export interface PlatformServices extends Pick<DatabaseServices, 'db' | 'events'> {
  readonly settings: Pick<ServerSettings, 'secret'>;
}

/** The routes of what the server itself owns, for those who run the platform. Plugins contribute their own. */
export function platformRoutes({ db, events, settings: { secret } }: PlatformServices): Route[] {
  const services = { db, events };
  return [...clientRoutes(services), ...applicationRoutes(services), ...keyRoutes({ ...services, secret })];
}
