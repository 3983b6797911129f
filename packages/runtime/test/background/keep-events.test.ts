import { randomUUID } from 'node:crypto';
import { type Logger, silentLogger } from '@org/identity-core';
import { divideEvents } from '@org/identity-dev-postgres';
import { uuidV7 } from '@org/identity-prisma';
import { openTestDatabase } from '@org/identity-testing';
import test, { type ExecutionContext } from 'ava';
import { keepEventsJob } from '../../src/background/own-jobs.js';
import { readSettings } from '../../src/options.js';

const never = new AbortController().signal;

/** A database with an event of March 2025 in a partition that ended with that month, and one of now. */
async function oldEvents(t: ExecutionContext) {
  const { db, pool } = await openTestDatabase(t);
  const client = await pool.connect();
  const bound = `${uuidV7(Date.parse('2025-04-01')).slice(0, 13)}-0000-0000-000000000000`;
  await divideEvents(client, [bound]).finally(() => client.release());
  const tenantId = randomUUID();
  for (const time of [Date.parse('2025-03-05'), Date.now()])
    await db.event.create({ data: { id: uuidV7(time), type: 'one', tenantId, actorKind: 'user' } });
  const warnings: string[] = [];
  const logger: Logger = { ...silentLogger, warn: (_, message) => warnings.push(message) };
  let toExport = 0;
  const metrics = { countMonthsToExport: (months: number) => (toExport += months) };
  const run = async (events: { keepMonths?: number; exportFirst?: boolean }) => {
    const issuer = 'http://localhost:3000';
    const settings = readSettings({ issuer, secret: 'a secret for tests only, of more than 32 characters', events });
    await keepEventsJob({ pool, logger, metrics }, settings.events).run(never);
    return { left: await db.event.count({ where: { tenantId } }), toExport, warnings: warnings.length };
  };
  return { run };
}

test('without the option events are kept for ever', async (t) => {
  const { run } = await oldEvents(t);
  t.deepEqual(await run({}), { left: 2, toExport: 0, warnings: 0 });
});

test('a month that is old but not exported is kept, with a warning and a metric', async (t) => {
  const { run } = await oldEvents(t);
  t.deepEqual(await run({ keepMonths: 3 }), { left: 2, toExport: 1, warnings: 1 });
});

test('a month that is not old enough is kept without a warning', async (t) => {
  const { run } = await oldEvents(t);
  t.deepEqual(await run({ keepMonths: 600 }), { left: 2, toExport: 0, warnings: 0 });
});

test('months are dropped without an export only if the option says so', async (t) => {
  const { run } = await oldEvents(t);
  t.deepEqual(await run({ keepMonths: 3, exportFirst: false }), { left: 1, toExport: 0, warnings: 0 });
});

test('the number of months must be positive', (t) => {
  const settings = { issuer: 'http://localhost:3000', secret: 'a secret for tests only, of more than 32 characters' };
  t.throws(() => readSettings({ ...settings, events: { keepMonths: 0 } }), { message: /events\.keepMonths/u });
});
