import type { Logger } from '@org/identity-core';
import { addToDay } from '@org/identity-prisma';
import type { Pool } from 'pg';
import type { Metrics } from './metrics.js';
import type { Outages } from './outages.js';

const everySeconds = 60;

export interface TokenRequestServices {
  pool: Pool;
  metrics: Pick<Metrics, 'grantsSucceeded'>;
  logger: Logger;
  outages: Pick<Outages, 'note'>;
}

/**
 * Adds the token requests of this process to the number of the day, once a minute: a token request itself has no statement
 * more. A process that is killed loses the number of its last minute.
 */
export function keepTokenRequests({ pool, metrics, logger, outages }: TokenRequestServices): { stop(): Promise<void> } {
  let written = 0;
  let writing: Promise<void> = Promise.resolve();
  const write = async () => {
    const succeeded = await metrics.grantsSucceeded();
    if (succeeded === written) return;
    try {
      await addToDay(pool, 'token-requests', succeeded - written);
      written = succeeded;
    } catch (error) {
      if (!outages.note(error)) logger.error({ err: error }, 'token requests could not be counted');
    }
  };
  // One after the other, so that none is counted twice.
  const next = () => {
    writing = writing.then(write);
    return writing;
  };
  const timer = setInterval(() => void next(), everySeconds * 1000).unref();
  return {
    stop() {
      clearInterval(timer);
      return next();
    },
  };
}
