import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { startTemporaryPostgres } from '../packages/dev-postgres/dist/src/index.js';
import { purgeExpired } from '../packages/prisma/dist/src/index.js';
import { migrate, seed } from '../packages/server/dist/src/index.js';
import { comparisonSeed } from './fixtures.mjs';
import { postgresCpu } from './postgres-cpu.mjs';
import { addExpired, fillTokens, withClient } from './purge-fill.mjs';
import { tokenLoad } from './purge-load.mjs';
import { purgeTable } from './purge-table.mjs';
import { startContender } from './start-contender.mjs';

// As in production: a commit waits for the disk. Otherwise the cost of the write-ahead log would be invisible.
const settings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '1GB',
  max_wal_size: '4GB',
};

/**
 * How long token requests take without a purge and while expired tokens are deleted, in turn, until all of them are gone
 * or `maxRounds` are over. Returns a Markdown table.
 */
export async function measurePurge({ tokens = 10_000_000, expiring = 1_000_000, seconds = 5, maxRounds = 200 } = {}) {
  const postgres = await startTemporaryPostgres({ settings });
  let server;
  try {
    await migrate({ databaseUrl: postgres.url });
    await seed({ databaseUrl: postgres.url, data: comparisonSeed });
    const started = performance.now();
    await fillTokens(postgres.url, tokens);
    console.log(`${tokens.toLocaleString('en')} tokens in ${((performance.now() - started) / 1000).toFixed(0)} s`);
    server = await startContender('identity', [postgres.url, 'ES256']);
    const load = await tokenLoad(server);
    await load.run(5);
    const measured = {};
    for (const [name, way] of Object.entries(ways)) {
      const from = tokens + Object.keys(measured).length * expiring;
      await addExpired(postgres.url, { from, count: expiring });
      measured[name] = await measureWay(postgres.url, load, { way, seconds, maxRounds });
    }
    return purgeTable(measured, { tokens, expiring, seconds });
  } finally {
    await server?.end();
    await postgres.stop();
  }
}

/** Each way deletes until it is done or aborted, and returns the number of rows. */
const ways = {
  'batches of 1,000 without a pause': async (pool, signal) => {
    let total = 0;
    for (let count = 1_000; count === 1_000 && !signal.aborted; total += count)
      ({ rowCount: count } = await pool.query(batch));
    return total;
  },
  purgeExpired: (pool, signal) => purgeExpired(pool, { signal }),
};

// What version 0.2.0 did.
const batch = `DELETE FROM identity.oidc_tokens WHERE ctid = ANY(ARRAY(
  SELECT ctid FROM identity.oidc_tokens WHERE expires_at <= now() ORDER BY expires_at LIMIT 1000 FOR UPDATE SKIP LOCKED))`;

async function measureWay(databaseUrl, load, { way, seconds, maxRounds }) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  const cpu = await postgresCpu(databaseUrl);
  const usage = async () => {
    const { rows } = await pool.query("SELECT pg_current_wal_insert_lsn() - '0/0' AS wal");
    return { wal: Number(rows[0].wal), cpu: (await cpu()) ?? 0, time: performance.now() };
  };
  const rounds = [];
  const phase = async (purging) => {
    const before = await usage();
    const stop = new AbortController();
    const purge = purging ? timed(way(pool, stop.signal)) : undefined;
    const times = await load.run(seconds);
    stop.abort();
    const { result: deleted = 0, milliseconds = 0 } = (await purge) ?? {};
    const after = await usage();
    const cost = { wal: after.wal - before.wal, cpu: after.cpu - before.cpu, time: after.time - before.time };
    return { times, deleted, purgeTime: milliseconds, cost };
  };
  try {
    for (let left = true; left && rounds.length < maxRounds; ) {
      const without = await phase(false);
      const during = await phase(true);
      // At the end only tokens of the load itself expire.
      left = during.deleted >= 1_000;
      // The last phase is mostly without a purge.
      if (during.purgeTime >= seconds * 900) rounds.push({ without, during });
    }
    return { rounds, sizes: await sizes(databaseUrl) };
  } finally {
    await pool.end();
  }
}

async function timed(work) {
  const started = performance.now();
  const result = await work;
  return { result, milliseconds: performance.now() - started };
}

const sizes = (databaseUrl) =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query(
      "SELECT pg_table_size('identity.oidc_tokens') AS table, pg_indexes_size('identity.oidc_tokens') AS indexes",
    );
    return { table: Number(rows[0].table), indexes: Number(rows[0].indexes) };
  });
