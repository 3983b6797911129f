import { validationFailed } from '@org/identity-core';
import type { WebhookServices } from '../services.js';

/**
 * Throws if the deployment does not allow the URL: only https, unless it also allows private networks. The host is not
 * resolved here but at each connection, because it may point to another IP by then.
 */
export function requireAllowedUrl(
  { allowsPrivateNetworks }: Pick<WebhookServices, 'allowsPrivateNetworks'>,
  url: string,
): void {
  if (allowsPrivateNetworks || new URL(url).protocol === 'https:') return;
  throw validationFailed([{ path: 'url', message: 'must use https' }]);
}
