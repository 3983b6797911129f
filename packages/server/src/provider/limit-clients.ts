import { networkOf } from '@org/identity-core';
import { errors, Provider } from 'oidc-provider';
import { paths } from '../http/paths.js';
import { isPublicClient } from './client-metadata.js';
import type { TokenLimiter } from './token-limits.js';

/**
 * Puts the limits where the library authenticates clients. A client that proved who it is has a rate of its own; a
 * public one, which anybody can name, one for each network: nobody can use up somebody else's.
 */
export function limitClients(provider: Provider, limiter: TokenLimiter): void {
  const { Client } = provider;
  const compare = Client.prototype.compareClientSecret;
  Client.prototype.compareClientSecret = async function compareClientSecret(actual) {
    const origin = { clientId: this.clientId, network: callingNetwork() };
    refuse(await limiter.beginSecret(origin));
    const right = await compare.call(this, actual);
    if (!right) {
      await limiter.wrongSecret(origin);
      return false;
    }
    await limiter.rightSecret(origin);
    if (Provider.ctx?.path === paths.token) refuse(await limiter.beginRequest(this.clientId));
    return true;
  };

  const find = Client.find.bind(Client);
  const counted = new WeakSet<object>();
  Client.find = async (id) => {
    const client = await find(id);
    const { ctx } = Provider;
    if (client && isPublicClient(client) && ctx?.path === paths.token && !counted.has(ctx)) {
      counted.add(ctx);
      refuse(await limiter.beginRequest(`${client.clientId}\n${callingNetwork()}`));
    }
    return client;
  };
}

function callingNetwork(): string {
  return networkOf(Provider.ctx?.ip ?? '');
}

/** Answers 429 in the form of the protocol. The code is the one RFC 6749 has for a server that cannot answer now. */
function refuse(seconds: number | undefined): void {
  if (seconds === undefined) return;
  Provider.ctx?.set('Retry-After', String(seconds));
  const description = `too many requests, try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  throw Object.assign(new errors.OIDCProviderError(429, 'temporarily_unavailable'), {
    error_description: description,
  });
}
