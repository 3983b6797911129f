import { type Logger, networkOf, wideNetworkOf } from '@org/identity-core';
import { createCounter, keyOf } from '@org/identity-prisma';
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { TokenEndpointLimits } from '../options.js';
import { errors, Provider } from './oidc-provider.js';

/** A client and the network of its request. */
interface ClientOrigin {
  clientId: string;
  network: string;
}

export interface TokenLimiter {
  /** Counts a wrong secret, for all processes. Returns the seconds to wait if there were too many, or undefined. */
  wrongSecret(origin: ClientOrigin): Promise<number | undefined>;
  /** Counts a token request in this process. Returns the seconds to wait, or undefined. Makes no query. */
  beginRequest(key: string): Promise<number | undefined>;
}

const minute = 60;
// Long enough for a burst, short enough to be over soon.
const rateSeconds = 10;

/**
 * Limits the wrong secrets and the requests of a client at the token endpoint. A right secret is never counted: it is random
 * and compared with one hash, so nothing is gained by refusing it while others guess. Wrong secrets are counted in the
 * database, for all processes together. Beyond the limit they are counted in this process only.
 */
export function createTokenLimiter(services: {
  pool: Pool;
  logger: Logger;
  limits: TokenEndpointLimits;
}): TokenLimiter {
  const { pool, logger, limits } = services;
  const wrongSecrets = { points: limits.wrongSecretsPerMinute, duration: minute };
  const here = new RateLimiterMemory(wrongSecrets);
  const everywhere = createCounter(pool, 'client_secret', wrongSecrets.points, wrongSecrets.duration);
  const requests = new RateLimiterMemory({ points: limits.requestsPerSecond * rateSeconds, duration: rateSeconds });
  return {
    async wrongSecret({ clientId, network }) {
      const key = `${clientId}\n${network}`;
      const wait = await count(here, key);
      if (wait !== undefined) return wait;
      try {
        await everywhere.consume(keyOf(clientId, network));
        return undefined;
      } catch (rejected) {
        // The request is refused anyway, and this process has counted the secret.
        if (!(rejected instanceof RateLimiterRes)) {
          logger.warn({ err: rejected }, 'a wrong client secret could not be counted for all processes');
          return undefined;
        }
        await here.block(key, rejected.msBeforeNext / 1000);
        return secondsOf(rejected);
      }
    },
    beginRequest: (key) => count(requests, key),
  };
}

async function count(limiter: RateLimiterMemory, key: string): Promise<number | undefined> {
  try {
    await limiter.consume(key);
    return undefined;
  } catch (rejected) {
    if (!(rejected instanceof RateLimiterRes)) throw rejected;
    return secondsOf(rejected);
  }
}

const secondsOf = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000));

/** The network of the request that oidc-provider is handling, for what is counted at one client with a secret. */
export function callingNetwork(): string {
  return networkOf(Provider.ctx?.ip ?? '');
}

/** The same for what is counted in total. */
export function callingWideNetwork(): string {
  return wideNetworkOf(Provider.ctx?.ip ?? '');
}

/**
 * Throws a 429 as an OAuth error if the client has to wait. `temporarily_unavailable` is the code of RFC 6749 for a server
 * that cannot handle a request now.
 */
export function refuseTooMany(seconds: number | undefined): void {
  if (seconds === undefined) return;
  Provider.ctx?.set('Retry-After', String(seconds));
  const description = `too many requests, try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  throw Object.assign(new errors.OIDCProviderError(429, 'temporarily_unavailable'), {
    error_description: description,
  });
}
