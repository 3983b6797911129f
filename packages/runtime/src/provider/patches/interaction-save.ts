import { rateLimited, wideNetworkOf } from '@org/identity-core';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { devicePaths, paths } from '../../http/paths.js';
import { Provider } from '../oidc-provider.js';

const tenMinutes = 10 * 60;

/**
 * Limits how many sign-ins a network, or a user who is already signed in, can start: each request without a session writes a
 * row that is kept for an hour. The count is in this process, because a counter in the database would also write a row for
 * every request. Only the first step counts. A request that gets its code at once writes no interaction and does not count.
 */
export function limitInteractions(provider: Provider, { perNetwork }: { perNetwork: number }): void {
  const limiter = new RateLimiterMemory({ points: perNetwork, duration: tenMinutes });
  const { prototype } = provider.Interaction;
  const save = prototype.save;
  prototype.save = async function saveCounted(ttl) {
    const { ctx } = Provider;
    if (ctx?.path === paths.authorization || ctx?.path === devicePaths.page) {
      const accountId = this.session?.accountId;
      await count(limiter, accountId ? `user ${accountId}` : `network ${wideNetworkOf(ctx.ip)}`);
    }
    return save.call(this, ttl);
  };
}

async function count(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (rejected) {
    if (!(rejected instanceof RateLimiterRes)) throw rejected;
    throw rateLimited(rejected.msBeforeNext / 1000);
  }
}
