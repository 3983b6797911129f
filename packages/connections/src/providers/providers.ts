import { hash } from 'node:crypto';
import { createKeyedSemaphore, type Fetch, type Vault } from '@org/identity-core';
import { openClientSecret } from '../access/client-secret.js';
import { urisOf } from './connection-uris.js';
import { discoverProvider, type Provider, type ProviderSettings } from './provider.js';
import { googleIssuer, isSameIssuer } from './shared-issuers.js';

/** What of a connection decides how its provider is called. */
export interface ProviderOf {
  readonly id: string;
  readonly tenantId: string;
  readonly version: number;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: Uint8Array;
  readonly emailClaim: ProviderSettings['emailClaim'];
}

/** The providers of all tenants, as this process knows them. */
export interface Providers {
  /** The provider of a connection. Throws if its configuration cannot be read now, or could not be a moment ago. */
  of(connection: ProviderOf): Promise<Provider>;
}

export interface ProviderLimits {
  /** How many providers are remembered. */
  readonly remembered: number;
  readonly keptMilliseconds: number;
  /** How long a failure counts: further sign-ins fail at once. */
  readonly failureMilliseconds: number;
  /** How many configurations are read at once in the process, and how many of one tenant: no tenant uses up all slots. */
  readonly atOnce: number;
  readonly atOnceOfTenant: number;
}

const usual: ProviderLimits = {
  remembered: 500,
  keptMilliseconds: 60 * 60 * 1000,
  failureMilliseconds: 30 * 1000,
  atOnce: 50,
  atOnceOfTenant: 3,
};

interface ProvidersOptions {
  readonly fetch: Fetch;
  readonly vault: Vault;
  readonly issuer: string;
  /** Issuers beside that of Google that serve many organizations. */
  readonly hostedDomainIssuers?: readonly string[] | undefined;
}

interface Remembered {
  readonly provider: Promise<Provider>;
  /** Until when it counts; infinite while it is read. */
  until: number;
}

/** Remembers what providers say about themselves, each version and each secret of a connection apart. */
export function createProviders(
  { fetch, vault, issuer, hostedDomainIssuers = [] }: ProvidersOptions,
  limits: ProviderLimits = usual,
): Providers {
  const sharedIssuers = [googleIssuer, ...hostedDomainIssuers];
  // The most recently used are at the end.
  const known = new Map<string, Remembered>();
  const refusal = () => new Error('Too many providers are read at the same time.');
  const waits = { maxWaiting: 100, maxWaitMilliseconds: 5_000, refusal };
  const all = createKeyedSemaphore({ ...waits, atOnce: limits.atOnce });
  const ofTenant = createKeyedSemaphore({ ...waits, atOnce: limits.atOnceOfTenant });

  const read = (connection: ProviderOf): Promise<Provider> => {
    const { id, tenantId, clientId, emailClaim } = connection;
    const { redirectUri, postLogoutRedirectUri } = urisOf(issuer, id);
    const own = { clientId, redirectUri, postLogoutRedirectUri, emailClaim };
    return ofTenant.run(tenantId, () =>
      all.run('all', () => {
        const clientSecret = openClientSecret(vault, id, connection.clientSecret);
        const ofMany = sharedIssuers.some((each) => isSameIssuer(each, connection.issuer));
        return discoverProvider({ issuer: connection.issuer, ...own, clientSecret, ofMany }, fetch);
      }),
    );
  };

  const remember = (connection: ProviderOf): Remembered => {
    const entry: Remembered = { provider: read(connection), until: Infinity };
    entry.provider.then(
      () => {
        entry.until = Date.now() + limits.keptMilliseconds;
      },
      () => {
        entry.until = Date.now() + limits.failureMilliseconds;
      },
    );
    return entry;
  };

  return {
    of(connection) {
      const { id, version, clientSecret } = connection;
      const key = `${id}:${version}:${hash('sha256', clientSecret, 'base64url')}`;
      const found = known.get(key);
      const entry = found && found.until > Date.now() ? found : remember(connection);
      known.delete(key);
      known.set(key, entry);
      for (const oldest of known.keys()) {
        if (known.size <= limits.remembered) break;
        known.delete(oldest);
      }
      return entry.provider;
    },
  };
}
