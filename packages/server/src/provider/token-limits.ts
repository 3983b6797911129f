import type { Logger } from '@org/identity-core';
import { createCounter, keyOf } from '@org/identity-prisma';
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { TokenEndpointLimits } from '../options.js';

/** A client and the network of its request. */
export interface ClientOrigin {
  clientId: string;
  network: string;
}

export interface TokenLimiter {
  /** Counts a secret before it is compared. Returns the seconds to wait, or undefined. Makes no query. */
  beginSecret(origin: ClientOrigin): Promise<number | undefined>;
  /** Takes back the count of a correct secret. */
  rightSecret(origin: ClientOrigin): Promise<void>;
  /** Counts a wrong secret for all processes. */
  wrongSecret(origin: ClientOrigin): Promise<void>;
  /** Counts a token request in this process. Returns the seconds to wait, or undefined. Makes no query. */
  beginRequest(key: string): Promise<number | undefined>;
}

const minute = 60;
// Long enough for a burst, short enough to be over soon.
const rateSeconds = 10;

/**
 * Limits the requests of a client to the token endpoint. A successful request writes nothing: requests and secrets are counted
 * in this process. Only wrong secrets are also counted in the database, for all processes together.
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
  const keyFor = ({ clientId, network }: ClientOrigin) => `${clientId}\n${network}`;
  return {
    beginSecret: (origin) => count(here, keyFor(origin)),
    async rightSecret(origin) {
      await here.reward(keyFor(origin));
    },
    async wrongSecret(origin) {
      const key = keyFor(origin);
      try {
        await everywhere.consume(keyOf(origin.clientId, origin.network));
      } catch (rejected) {
        if (rejected instanceof RateLimiterRes) await here.block(key, rejected.msBeforeNext / 1000);
        // The request is refused anyway, and this process has counted the secret.
        else logger.warn({ err: rejected }, 'a wrong client secret could not be counted for all processes');
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
    return Math.max(1, Math.ceil(rejected.msBeforeNext / 1000));
  }
}
