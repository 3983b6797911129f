import { hash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Client } from 'oidc-provider';
import { keepForRequest, takeForRequest } from '../fast-path/request-memory.js';
import { Provider } from '../oidc-provider.js';

interface StoredSecrets {
  readonly identity_secret_hashes?: readonly string[];
  /** In the same order. A client of dynamic registration has none. */
  readonly identity_secret_ids?: readonly string[];
}

const hashesOf = (client: Client | undefined): readonly string[] =>
  (client as StoredSecrets | undefined)?.identity_secret_hashes ?? [];
const hashOf = (secret: string): string => hash('sha256', secret, 'hex');

/** Makes oidc-provider compare client secrets by their hashes. During a rotation several secrets are valid. */
export function useHashedClientSecrets(provider: Provider): void {
  const { prototype } = provider.Client;
  // Default: compares with the secret in plain text.
  prototype.compareClientSecret = function compareClientSecret(actual) {
    const index = indexOf(this, actual);
    const id = (this as StoredSecrets).identity_secret_ids?.[index];
    if (id !== undefined) keepForRequest('client_secret', this.clientId, id);
    return index !== -1;
  };
  hideStoredSecrets(prototype);
}

/** Returns the id of the secret that authenticated the client of this request, if it is known. */
export function takeUsedSecret(clientId: string): string | undefined {
  return takeForRequest('client_secret', clientId);
}

const matches = (client: Client, secret: string): boolean => indexOf(client, secret) !== -1;

/** The index of the secret among those of the client; -1 if it is none of them. */
function indexOf(client: Client, secret: string): number {
  const hashed = Buffer.from(hashOf(secret), 'hex');
  // Compares every hash, so that the time does not reveal which one matched.
  return hashesOf(client)
    .map((expected) => timingSafeEqual(hashed, Buffer.from(expected, 'hex')))
    .indexOf(true);
}

/**
 * Registration management (RFC 7592) compares `clientSecret` with the secret in the request, and returns it in the response.
 * By default it is the plain secret. As only the hash is stored, the client would have to send the hash, and would see it.
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
      // Equal to the secret in the request if it is correct; otherwise a value that equals nothing.
      return matches(this, sent) ? sent : randomUUID();
    },
  });
  const { metadata } = prototype;
  prototype.metadata = function withoutStoredSecret() {
    const { identity_secret_hashes: _hashes, identity_secret_ids: _ids, ...shown } = metadata.call(this);
    const secret = secrets.get(this);
    const stored = [...hashesOf(this), ...hashesOf(Provider.ctx?.oidc?.client)];
    return secret === undefined || stored.includes(secret) ? shown : { ...shown, client_secret: secret };
  };
}

/** Returns the secret in the body of a request that changes a registration. */
function sentSecret(): string | undefined {
  const oidc = Provider.ctx?.oidc;
  const secret = oidc?.route === 'client_update' ? oidc.body?.['client_secret'] : undefined;
  return typeof secret === 'string' ? secret : undefined;
}
