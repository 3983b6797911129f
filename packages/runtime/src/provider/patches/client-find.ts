import type { ClientChanges } from '@org/identity-prisma';
import type { Client } from 'oidc-provider';
import { paths } from '../../http/paths.js';
import { isPublicClient } from '../client-metadata.js';
import { Provider } from '../oidc-provider.js';
import { callingWideNetwork, refuseTooMany, type TokenLimiter } from '../token-limits.js';

// If a notification is lost, the change takes effect after one second.
const rememberedMilliseconds = 1_000;
const maxRemembered = 1_000;

/**
 * Remembers clients for one second. Was: the adapter reads the client on every request, often several times. A change by this
 * process takes effect for every request that starts after it; see `createClientChanges`.
 */
export function rememberClients(provider: Provider, changes: ClientChanges): void {
  const { Client } = provider;
  const find = Client.find.bind(Client);
  const known = new Map<string, { client: Client; until: number }>();
  let forgotten = 0;
  changes.onChange(() => {
    forgotten += 1;
    known.clear();
  });
  Client.find = async (id) => {
    const remembered = known.get(id);
    if (remembered && remembered.until > performance.now()) return remembered.client;
    const [started, before] = [performance.now(), forgotten];
    const client = await find(id);
    // A client that was read before a change must not be remembered after it.
    if (!client || forgotten !== before || !changes.isListening()) return client;
    if (known.size >= maxRemembered) known.clear();
    known.set(id, { client, until: started + rememberedMilliseconds });
    return client;
  };
}

/** Limits the token requests of a public client per network. Anyone can use its id, so the limit must not be shared by all. */
export function limitPublicClients({ Client }: Provider, limiter: TokenLimiter): void {
  const find = Client.find.bind(Client);
  const counted = new WeakSet<object>();
  Client.find = async (id) => {
    const client = await find(id);
    const { ctx } = Provider;
    const isCounted = ctx?.path === paths.token || ctx?.path === paths.pushedRequest;
    if (client && isPublicClient(client) && ctx && isCounted && !counted.has(ctx)) {
      counted.add(ctx);
      refuseTooMany(await limiter.beginRequest(`${client.clientId}\n${callingWideNetwork()}`));
    }
    return client;
  };
}
