import { networkOf, rateLimited } from '@org/identity-core';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { paths } from '../../http/paths.js';
import { Provider } from '../oidc-provider.js';

const tenMinutes = 10 * 60;

/**
 * Limits how many sign-ins a network can begin, or a user who is signed in already: each request without a session is a row
 * that lives for an hour. Counted in this process, since a counter in the database would itself be a row and a write for
 * every request. Only the first step counts; a request that gets its code at once writes no interaction and does not.
 */
export function limitInteractions(provider: Provider, { perNetwork }: { perNetwork: number }): void {
  const limiter = new RateLimiterMemory({ points: perNetwork, duration: tenMinutes });
  const { prototype } = provider.Interaction;
  const save = prototype.save;
  prototype.save = async function saveCounted(ttl) {
    const { ctx } = Provider;
    if (ctx?.path === paths.authorization) {
      const accountId = this.session?.accountId;
      await count(limiter, accountId ? `user ${accountId}` : `network ${networkOf(ctx.ip)}`);
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
