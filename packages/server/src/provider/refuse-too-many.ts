import { networkOf } from '@org/identity-core';
import { errors, Provider } from './oidc-provider.js';

/** The network of the request that oidc-provider is handling. */
export function callingNetwork(): string {
  return networkOf(Provider.ctx?.ip ?? '');
}

/**
 * Throws a 429 as an OAuth error if the client has to wait. `temporarily_unavailable` is the code of RFC 6749 for a server
 * that cannot handle a request now.
 */
export function refuseTooMany(seconds: number | undefined): void {
  if (seconds === undefined) return;
  Provider.ctx?.set('Retry-After', String(seconds));
  const description = `too many requests, try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  throw Object.assign(new errors.OIDCProviderError(429, 'temporarily_unavailable'), {
    error_description: description,
  });
}
