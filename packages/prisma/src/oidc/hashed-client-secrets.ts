import { hash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Client } from 'oidc-provider';
import { Provider } from '../oidc-provider.js';

const hashesOf = (client: Client | undefined): readonly string[] =>
  (client as { identity_secret_hashes?: string[] } | undefined)?.identity_secret_hashes ?? [];
const hashOf = (secret: string): string => hash('sha256', secret, 'hex');

/** Makes a provider over our adapter compare client secrets by hash; while one is rotated, several are valid. */
export function useHashedClientSecrets(provider: Provider): void {
  const { prototype } = provider.Client;
  // Was: compare with the secret in plain text.
  prototype.compareClientSecret = function compareClientSecret(actual) {
    return matches(this, actual);
  };
  hideStoredSecrets(prototype);
}

function matches(client: Client, secret: string): boolean {
  const hashed = Buffer.from(hashOf(secret), 'hex');
  // Every hash is compared, so the time tells nothing about which one matched.
  return hashesOf(client)
    .map((expected) => timingSafeEqual(hashed, Buffer.from(expected, 'hex')))
    .includes(true);
}

/**
 * Registration management (RFC 7592) reads `clientSecret` to compare it with the one that a client sends along, and shows it in
 * its response. Was: the plain secret. With ours the client would have to send the hash, and would be shown it.
 */
function hideStoredSecrets(prototype: Client): void {
  const secrets = new WeakMap<Client, string>();
  Object.defineProperty(prototype, 'clientSecret', {
    set(this: Client, secret: string) {
      secrets.set(this, secret);
    },
    get(this: Client): string | undefined {
      const stored = secrets.get(this);
      const sent = sentSecret();
      if (sent === undefined || stored === undefined || !hashesOf(this).includes(stored)) return stored;
      // Equal to what was sent if that is right, and to nothing otherwise.
      return matches(this, sent) ? sent : randomUUID();
    },
  });
  const { metadata } = prototype;
  prototype.metadata = function withoutStoredSecret() {
    const { identity_secret_hashes: _hashes, ...shown } = metadata.call(this);
    const secret = secrets.get(this);
    const stored = [...hashesOf(this), ...hashesOf(Provider.ctx?.oidc?.client)];
    return secret === undefined || stored.includes(secret) ? shown : { ...shown, client_secret: secret };
  };
}

/** The secret in the body of a request that changes a registration. */
function sentSecret(): string | undefined {
  const oidc = Provider.ctx?.oidc;
  const secret = oidc?.route === 'client_update' ? oidc.body?.['client_secret'] : undefined;
  return typeof secret === 'string' ? secret : undefined;
}
