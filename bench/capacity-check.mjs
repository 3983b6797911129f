import pg from 'pg';
import { fillTables, startTemporaryPostgres } from '../packages/dev-postgres/dist/src/index.js';
import { migrate, seed } from '../packages/server/dist/src/index.js';
import { addCheckpoints, measureCosts } from './capacity-costs.mjs';
import { measureLoad } from './capacity-measure.mjs';
import { costPerSecond } from './capacity-model.mjs';
import { capacityRequests, capacitySeed } from './capacity-requests.mjs';
import { bytesOfRows, bytesPerUser } from './capacity-sizes.mjs';
import { checkTable, costsTable, limitTable } from './capacity-tables.mjs';
import { tenantFills } from './fill-database.mjs';
import { postgresCpu } from './postgres-cpu.mjs';
import { startContender } from './start-contender.mjs';
import { durable } from './start-contenders.mjs';
import { machine, writeBeside, writePart } from './write-docs.mjs';

const people = 10_000;
const lengths = {
  full: { rounds: 3, seconds: 6, idleSeconds: 10, checkpoints: 5, checkSeconds: 40 },
  quick: { rounds: 1, seconds: 4, idleSeconds: 5, checkpoints: 3, checkSeconds: 8 },
};
/** The fixed mix of the check, as shares of all requests, and the two sizes. */
const mix = { signIn: 0.05, refresh: 0.2, machine: 0.15, check: 0.6 };
const sizes = [20, 80];
// A checkpoint would write whole pages again in the middle of a measurement: they are measured on their own.
const settings = { ...durable, checkpoint_timeout: '1h', max_wal_size: '8GB' };

/** Measures what each kind of request costs, then checks the model of the capacity against a mixed load of two sizes. */
export async function runCapacity({ quick, write, length = quick ? lengths.quick : lengths.full }) {
  const postgres = await startTemporaryPostgres({ settings });
  const client = new pg.Client(postgres.url);
  let server;
  try {
    await client.connect();
    await prepareDatabase(postgres.url, client);
    const user = await bytesPerUser(client, people);
    server = await startContender('identity', [postgres.url]);
    const requests = await capacityRequests(server);
    const context = { server, client, requests, cpuOfPostgres: await postgresCpu(postgres.url) };
    if ((await context.cpuOfPostgres()) === undefined) throw new Error('The CPU of PostgreSQL needs Linux with /proc.');
    // Compiles the code, and writes the pages that the first checkpoint left.
    await measureLoad(context, { signIn: 2, refresh: 20, machine: 20, check: 60, change: 5 }, length.seconds);
    const measured = await measureCosts(context, length);
    const checks = [];
    for (const size of sizes) checks.push(await checkSize(context, size, measured, length.checkSeconds));
    const how = `Measured alone, at paced rates, with ${people.toLocaleString('en')} users. ${await machine()}`;
    const complete = await addCheckpoints(measured, context, length);
    const costs = { how, ...complete, bytes: { user, ...(await bytesOfRows(client)) } };
    const parts = {
      costs: `${how.replace('. ', '.\n')}\n\n${costsTable(costs)}`,
      check: checkTable(checks),
      limit: limitTable(costs),
    };
    for (const text of Object.values(parts)) console.log(`${text}\n`);
    if (write) await writeDocs(costs, checks, parts);
  } finally {
    await server?.end();
    await client.end();
    await postgres.stop();
  }
}

async function prepareDatabase(databaseUrl, client) {
  await migrate({ databaseUrl });
  await seed({ databaseUrl, data: capacitySeed });
  await fillTables(client, [
    ...tenantFills(people),
    // As long as a real hash; these people never sign in.
    "UPDATE identity.users SET password_hash = repeat('x', 97) WHERE password_hash IS NULL",
    'SELECT identity.rebuild_member_words()',
    'SELECT identity.rebuild_user_words()',
  ]);
  await client.query('VACUUM FULL identity.users');
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
}

/** A mixed load, with what the model says about the requests that were sent. */
async function checkSize(context, perSecond, costs, seconds) {
  const rates = Object.fromEntries(Object.entries(mix).map(([kind, share]) => [kind, share * perSecond]));
  const { sent, rows, seconds: took, ...found } = await measureLoad(context, rates, seconds);
  const sentRates = Object.fromEntries(Object.entries(sent).map(([kind, count]) => [kind, count / took]));
  const predicted = costPerSecond(sentRates, costs);
  const newRows = Object.values(rows).reduce((sum, { count }) => sum + count, 0);
  const measured = { server: found.server, postgres: found.postgres, wal: found.wal, rows: newRows };
  const each = Object.keys(predicted).map((what) => [
    what,
    { predicted: predicted[what], measured: measured[what] / took },
  ]);
  const sentPerSecond = Object.values(sentRates).reduce((sum, rate) => sum + rate, 0);
  return { perSecond, sentPerSecond, mix, seconds, compared: Object.fromEntries(each) };
}

async function writeDocs(costs, checks, parts) {
  await writeBeside('capacity.json', `${JSON.stringify({ ...costs, checks }, null, 2)}\n`);
  for (const [name, text] of Object.entries(parts)) await writePart(name, text, 'capacity.md');
}
