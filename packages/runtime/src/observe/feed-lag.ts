import { feedLag } from '@org/identity-prisma';
import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';

/** How long the database may take to answer. A request for metrics must not wait for a database that is away. */
const waitMilliseconds = 1_000;

/** Adds the metric that says how far readers of events are held back. */
export function watchFeedLag(pool: Pool, registry: Registry): void {
  new Gauge({
    name: 'identity_event_feed_lag_seconds',
    help: 'How long ago the oldest transaction began that holds readers of events back.',
    // All workers ask the same database.
    aggregator: 'max',
    registers: [registry],
    async collect() {
      const seconds = await Promise.race([feedLag(pool).catch(() => undefined), afterWait()]);
      // Without a value the series is absent, so that an old value does not look like a new one.
      if (seconds === undefined) this.remove();
      else this.set(seconds);
    },
  });
}

function afterWait(): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(resolve, waitMilliseconds, undefined).unref();
  });
}
