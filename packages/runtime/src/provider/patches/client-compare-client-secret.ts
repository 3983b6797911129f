import { paths } from '../../http/paths.js';
import { Provider } from '../oidc-provider.js';
import { callingNetwork, refuseTooMany, type TokenLimiter } from '../token-limits.js';

/** Limits wrong secrets of a client from one network, and the token requests of a client whose secret was right. */
export function limitSecrets({ Client }: Provider, limiter: TokenLimiter): void {
  const compare = Client.prototype.compareClientSecret;
  Client.prototype.compareClientSecret = async function compareClientSecret(actual) {
    // First: a client with the right secret must not be refused because of wrong ones, its own or those of others.
    if (!(await compare.call(this, actual))) {
      refuseTooMany(await limiter.wrongSecret({ clientId: this.clientId, network: callingNetwork() }));
      return false;
    }
    const path = Provider.ctx?.path;
    if (path === paths.token || path === paths.pushedRequest) refuseTooMany(await limiter.beginRequest(this.clientId));
    return true;
  };
}
