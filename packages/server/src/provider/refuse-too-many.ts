import { networkOf } from '@org/identity-core';
import { errors, Provider } from './oidc-provider.js';

/** The network of the request that oidc-provider is working on. */
export function callingNetwork(): string {
  return networkOf(Provider.ctx?.ip ?? '');
}

/**
 * Answers 429 in the form of the protocol if there are seconds to wait. The code is the one RFC 6749 has for a server that
 * cannot answer now.
 */
export function refuseTooMany(seconds: number | undefined): void {
  if (seconds === undefined) return;
  Provider.ctx?.set('Retry-After', String(seconds));
  const description = `too many requests, try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  throw Object.assign(new errors.OIDCProviderError(429, 'temporarily_unavailable'), {
    error_description: description,
  });
}
