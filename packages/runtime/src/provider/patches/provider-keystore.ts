import type { Provider } from 'oidc-provider';
import { get as instance } from 'oidc-provider/lib/helpers/weak_cache.js';
import type { Keys } from '../../keys/load-keys.js';
import { publicPart } from '../../keys/new-signing-key.js';

/**
 * Sets the keys of a provider, also while it runs. oidc-provider reads them only in its constructor. Its public interface for
 * other keys (`ExternalSigningKey`) changes neither the published set nor the keys that verify an old `id_token_hint`, so we
 * change its internal key store. This also runs at every start, so that an incompatible version of oidc-provider fails then
 * and not at the first rotation.
 */
export function useKeys(provider: Provider, keys: Pick<Keys, 'signing' | 'former'>): void {
  const inner = instance(provider);
  const { keystore } = inner ?? {};
  if (!inner?.jwks || !keystore?.clear || !keystore.add) {
    throw new Error('This package does not support how this version of oidc-provider stores its keys.');
  }
  // Synchronous, so that no request sees a half-filled store. The first key of an algorithm signs.
  keystore.clear();
  for (const { privateJwk } of keys.signing) keystore.add(privateJwk);
  for (const publicJwk of keys.former) keystore.add(publicJwk);
  inner.jwks = { keys: keys.signing.map(({ privateJwk }) => publicPart(privateJwk)) };
}
