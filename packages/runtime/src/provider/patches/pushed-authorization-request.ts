import { wideNetworkOf } from '@org/identity-core';
import type { Client } from 'oidc-provider';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { isPublicClient } from '../client-metadata.js';
import { errors, Provider } from '../oidc-provider.js';
import { refuseTooMany } from '../token-limits.js';

const tenMinutes = 10 * 60;
/** As much as fits into the URL of a request that is not pushed, twice. */
const maxLength = 16_000;

/** Members of the model that are missing in the published types. */
interface PushedRequestModel {
  find(id: string, options?: object): Promise<object | undefined>;
  prototype: { request: string; save(ttl: number): Promise<string> };
}

/**
 * Limits how many requests a network can push for public clients, and how long a request may be: each is a row for two hours.
 * Other clients have authenticated. A sign-in whose pushed request is gone is refused. Was: it is accepted, and nobody knows
 * whether the request was used before.
 */
export function limitPushedRequests(provider: Provider, { perNetwork }: { perNetwork: number }): void {
  const limiter = new RateLimiterMemory({ points: perNetwork, duration: tenMinutes });
  const model = provider.PushedAuthorizationRequest as unknown as PushedRequestModel;
  const { save } = model.prototype;
  model.prototype.save = async function saveCounted(ttl) {
    if (this.request.length > maxLength) throw new errors.InvalidRequest('the authorization request is too long');
    const { ctx } = Provider;
    if (ctx?.oidc.client) await count(limiter, ctx.oidc.client, ctx.ip);
    return save.call(this, ttl);
  };
  const find = model.find.bind(model);
  model.find = async (id, options) => {
    const found = await find(id, options);
    if (!found && Provider.ctx?.oidc.route === 'resume')
      throw new errors.InvalidRequestUri('request_uri is invalid, expired, or was already used');
    return found;
  };
}

async function count(limiter: RateLimiterMemory, client: Client, ip: string): Promise<void> {
  if (!isPublicClient(client)) return;
  try {
    await limiter.consume(wideNetworkOf(ip));
  } catch (rejected) {
    if (!(rejected instanceof RateLimiterRes)) throw rejected;
    refuseTooMany(Math.max(1, Math.ceil(rejected.msBeforeNext / 1000)));
  }
}
