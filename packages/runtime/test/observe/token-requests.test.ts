import { silentLogger } from '@org/identity-core';
import { readDayCounts } from '@org/identity-prisma';
import { openTestDatabase } from '@org/identity-testing';
import test from 'ava';
import { createMetrics } from '../../src/observe/metrics.js';
import { createOutages } from '../../src/observe/outages.js';
import { keepTokenRequests } from '../../src/observe/token-requests.js';

test('the token requests of all processes are added to the day when they stop, refused ones not', async (t) => {
  const { pool } = await openTestDatabase(t);
  const start = () => {
    const metrics = createMetrics(pool);
    return {
      metrics,
      ...keepTokenRequests({ pool, metrics, logger: silentLogger, outages: createOutages(silentLogger) }),
    };
  };
  const [one, other, idle] = [start(), start(), start()];
  for (const type of ['authorization_code', 'refresh_token', 'client_credentials'])
    one.metrics.countGrant(type, 'succeeded');
  one.metrics.countGrant('refresh_token', 'refused');
  other.metrics.countGrant('client_credentials', 'succeeded');
  await Promise.all([one.stop(), other.stop(), idle.stop()]);
  // Nothing is added twice.
  await one.stop();
  t.deepEqual((await readDayCounts(pool, 2)).counts.get('token-requests'), [null, 4]);
});
