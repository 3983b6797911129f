import type { Client } from 'oidc-provider';
import type { ClientChanges } from '../../clients/client-changes.js';
import { paths } from '../../http/paths.js';
import { isPublicClient } from '../client-metadata.js';
import { Provider } from '../oidc-provider.js';
import { callingNetwork, refuseTooMany } from '../refuse-too-many.js';
import type { TokenLimiter } from '../token-limits.js';

// A change that nobody told us of is felt within a second.
const rememberedMilliseconds = 1_000;
const most = 1_000;
// Longer than a transaction of ours may take: until it is over, others still read what was before.
const pauseMilliseconds = 30_000;

/**
 * Remembers clients for a second. Was: the adapter is asked for the client on every request, often several times. A change
 * by this process counts at once: nothing is remembered until it is committed for certain.
 */
export function rememberClients(provider: Provider, changes: Omit<ClientChanges, 'stop'>): void {
  const { Client } = provider;
  const find = Client.find.bind(Client);
  const known = new Map<string, { client: Client; until: number }>();
  let pausedUntil = 0;
  let forgotten = 0;
  const forget = () => {
    forgotten += 1;
    known.clear();
  };
  changes.onOwnWrite(() => {
    pausedUntil = performance.now() + pauseMilliseconds;
    forget();
  });
  changes.onNotice(forget);
  Client.find = async (id) => {
    const remembered = known.get(id);
    if (remembered && remembered.until > performance.now()) return remembered.client;
    const [started, before] = [performance.now(), forgotten];
    const client = await find(id);
    // What was read before a change must not be remembered after it.
    if (!client || forgotten !== before || performance.now() < pausedUntil) return client;
    if (known.size >= most) known.clear();
    known.set(id, { client, until: started + rememberedMilliseconds });
    return client;
  };
}

/** Limits the token requests of a public client for each network: anybody can name it, so nobody can use up another's limit. */
export function limitPublicClients({ Client }: Provider, limiter: TokenLimiter): void {
  const find = Client.find.bind(Client);
  const counted = new WeakSet<object>();
  Client.find = async (id) => {
    const client = await find(id);
    const { ctx } = Provider;
    if (client && isPublicClient(client) && ctx?.path === paths.token && !counted.has(ctx)) {
      counted.add(ctx);
      refuseTooMany(await limiter.beginRequest(`${client.clientId}\n${callingNetwork()}`));
    }
    return client;
  };
}
