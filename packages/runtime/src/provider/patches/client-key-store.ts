import type { Fetch, Logger } from '@org/identity-core';
import type { Client } from 'oidc-provider';
import { type ReadKeySet, readKeySet } from '../client-key-set.js';
import { errors, Provider } from '../oidc-provider.js';

/** The keys of a client. The published type does not include them. */
interface KeyStore {
  freshUntil?: number;
  fresh(): boolean;
  clear(): void;
  add(key: object): void;
}

const failureMilliseconds = 30_000;
const maxFailures = 1_000;

/**
 * Reads the published keys of a client again when they are no longer fresh, before its assertion is verified. Was: only if no
 * known key matches, so a key that the client has withdrawn would stay valid. The number of calls is limited: once a minute
 * for each client, and once in 30 seconds if they fail.
 */
export function readClientKeys({ Client }: Provider, { fetch, logger }: { fetch: Fetch; logger: Logger }): void {
  const find = Client.find.bind(Client);
  // By URL: requests at the same time may have a copy of the client each.
  const reading = new Map<string, Promise<ReadKeySet>>();
  const failures = new Map<string, number>();
  Client.find = async (id) => {
    const client = await find(id);
    // Only the client that authenticates: it is not known to the request yet.
    const { ctx } = Provider;
    const isAuthenticating = ctx?.oidc?.params?.['client_assertion'] !== undefined && !ctx.oidc.client;
    if (client?.jwksUri && isAuthenticating) await refresh(client, client.jwksUri);
    return client;
  };

  async function refresh(client: Client, uri: string): Promise<void> {
    const { asymmetricKeyStore: store } = client as unknown as { asymmetricKeyStore: KeyStore };
    if (store.fresh()) return;
    if ((failures.get(uri) ?? 0) > performance.now()) throw unreadable();
    const pending = reading.get(uri) ?? readKeySet(fetch, uri).finally(() => reading.delete(uri));
    reading.set(uri, pending);
    const { keys, seconds } = await pending.catch((error: unknown) => {
      logger.warn({ err: error, client: client.clientId }, 'the keys of a client could not be read');
      if (failures.size >= maxFailures) failures.clear();
      failures.set(uri, performance.now() + failureMilliseconds);
      throw unreadable();
    });
    store.clear();
    for (const key of keys) store.add(key);
    store.freshUntil = Math.floor(Date.now() / 1000) + seconds;
  }
}

function unreadable(): Error {
  const description = 'the keys of the client could not be read from its jwksUri';
  return Object.assign(new errors.InvalidClientAuth(description), { error_description: description });
}
