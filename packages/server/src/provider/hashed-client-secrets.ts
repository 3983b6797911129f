import { hash, timingSafeEqual } from 'node:crypto';
import type { Provider } from 'oidc-provider';
import { secretHashesOf } from './client-metadata.js';

/** Makes the provider compare client secrets by hash; while one is rotated, several are valid. */
export function useHashedClientSecrets(provider: Provider): void {
  // Was: compare with the secret in plain text.
  provider.Client.prototype.compareClientSecret = function compareClientSecret(actual) {
    const hashed = Buffer.from(hash('sha256', actual, 'hex'), 'hex');
    // Every hash is compared, so the time tells nothing about which one matched.
    const matches = secretHashesOf(this).map((expected) => timingSafeEqual(hashed, Buffer.from(expected, 'hex')));
    return matches.includes(true);
  };
}
