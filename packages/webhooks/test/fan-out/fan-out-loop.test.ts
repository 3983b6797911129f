import { silentLogger } from '@org/identity-core';
import { watchFeed } from '@org/identity-prisma';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import { runFanOut } from '../../src/fan-out/fan-out-loop.js';
import { addWebhook, openSending, publish } from '../support/sending.js';

test('the loop follows new events, and goes on after the database was away', async (t) => {
  const sending = await openSending(t);
  await addWebhook(sending, { url: 'https://receiver.test/' });
  const stopping = new AbortController();
  const errors: object[] = [];
  let failures = 2;
  let due = 0;
  const onDue = () => {
    due += 1;
  };
  // Behaves like a pool whose database is away at first.
  const pool = {
    query: (text: string, values: unknown[]) => sending.pool.query(text, values),
    connect: () => {
      failures -= 1;
      return failures >= 0 ? Promise.reject(new Error('away')) : sending.pool.connect();
    },
  } as unknown as typeof sending.pool;
  const watch = watchFeed(sending.pool);
  const logger = { ...silentLogger, error: (fields: object) => void errors.push(fields) };
  const loop = runFanOut({ pool, logger, onDue, onSeen: () => {} }, watch, stopping.signal);
  const first = await publish(sending);
  const count = () => sending.db.webhookDelivery.count();
  await until(async () => (await count()) === first.length);
  t.is(errors.length, 2);
  t.is(due, 1);
  await publish(sending, { count: 2 });
  await until(async () => (await count()) === 3);
  stopping.abort();
  await watch.close();
  await loop.ended;
  t.true(due >= 2);
});
