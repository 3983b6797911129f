import { hash } from 'node:crypto';
import { type ConnectedProvider, createKeyedSemaphore } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { type KindRow, kindConnection, knownKind } from '../kinds/kind-of.js';

/** What of a connection decides how its provider is called. */
export interface ProviderOf extends KindRow {
  readonly kind: string;
}

/** The providers of all tenants, as this process knows them. */
export interface Providers {
  /** The provider of a connection. Throws if its configuration cannot be read now, or could not be a moment ago. */
  of(connection: ProviderOf): Promise<ConnectedProvider>;
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

interface Remembered {
  readonly provider: Promise<ConnectedProvider>;
  /** Until when it counts; infinite while it is read. */
  until: number;
}

/** Remembers what providers say about themselves, each version, secret and settings of a connection apart. */
export function createProviders(
  host: Pick<IdentityPluginHost, 'connectionKinds' | 'vault'>,
  limits: ProviderLimits = usual,
): Providers {
  // The most recently used are at the end.
  const known = new Map<string, Remembered>();
  const refusal = () => new Error('Too many providers are read at the same time.');
  const waits = { maxWaiting: 100, maxWaitMilliseconds: 5_000, refusal };
  const all = createKeyedSemaphore({ ...waits, atOnce: limits.atOnce });
  const ofTenant = createKeyedSemaphore({ ...waits, atOnce: limits.atOnceOfTenant });

  const read = ({ kind, ...row }: ProviderOf): Promise<ConnectedProvider> =>
    ofTenant.run(row.tenantId, () => all.run('all', () => knownKind(host, kind).connect(kindConnection(host, row))));

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
      const { id, version, settings, secret } = connection;
      const stored = `${JSON.stringify(settings)}:${Buffer.from(secret ?? []).toString('base64url')}`;
      const key = `${id}:${version}:${hash('sha256', stored, 'base64url')}`;
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
