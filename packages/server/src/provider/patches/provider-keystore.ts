import type { Provider } from 'oidc-provider';
import { get as instance } from 'oidc-provider/lib/helpers/weak_cache.js';
import type { Keys } from '../../keys/load-keys.js';
import { publicPart } from '../../keys/new-signing-key.js';

/**
 * Gives a provider its keys, also while it runs; the library takes them at construction only. Its public way to change
 * them, a signing key of one's own making (`ExternalSigningKey`), changes neither the published set nor what reads an old
 * `id_token_hint`, so we reach into its key store. Done at every start, so that a version of the library that keeps its
 * keys elsewhere is found out then, and not by the first rotation.
 */
export function useKeys(provider: Provider, keys: Pick<Keys, 'signing' | 'former'>): void {
  const inner = instance(provider);
  const { keystore } = inner ?? {};
  if (!inner?.jwks || !keystore?.clear || !keystore.add) {
    throw new Error('This version of oidc-provider keeps its keys in another way than the one this package knows.');
  }
  // Without a pause in between: no request sees a store that is half filled. The first one that fits signs.
  keystore.clear();
  for (const { privateJwk } of keys.signing) keystore.add(privateJwk);
  for (const publicJwk of keys.former) keystore.add(publicJwk);
  inner.jwks = { keys: keys.signing.map(({ privateJwk }) => publicPart(privateJwk)) };
}
