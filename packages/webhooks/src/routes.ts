import type { Route } from '@org/identity-core';
import type { WebhooksHost } from './webhooks-host.js';

/** Every JSON endpoint of this package. */
export function routes(_host: WebhooksHost): Route[] {
  return [];
}
