import { validationFailed } from '@org/identity-core';
import type { WebhookServices } from '../services.js';

/**
 * Throws if the deployment does not allow the URL: only https, unless it also allows inner networks. The host is not
 * resolved here but at each connection, because it may point to another IP by then.
 */
export function requireAllowedUrl(
  { allowsInnerAddresses }: Pick<WebhookServices, 'allowsInnerAddresses'>,
  url: string,
): void {
  if (allowsInnerAddresses || new URL(url).protocol === 'https:') return;
  throw validationFailed([{ path: 'url', message: 'must use https' }]);
}
