import { setTimeout as delay } from 'node:timers/promises';
import { pacedLoad } from './paced-load.mjs';

/** The tables that grow with requests. */
export const growing = ['oidc_sessions', 'oidc_grants', 'oidc_tokens', 'oidc_records', 'refresh_answers', 'events'];

/** Runs a load, and returns what it cost: CPU of server and PostgreSQL, WAL, and new rows by table. */
export async function measureLoad({ server, cpuOfPostgres, client, requests }, rates, seconds) {
  const read = async () => ({
    server: (await server.ask('usage')).cpu,
    postgres: await cpuOfPostgres(),
    ...(await positionOf(client)),
    answers: await countOf(client, 'refresh_answers'),
  });
  const begun = performance.now();
  const before = await read();
  const sent = await pacedLoad(requests, rates, seconds);
  // What the server still does after its last response ends here.
  await delay(300);
  const after = await read();
  return {
    sent,
    seconds: (performance.now() - begun) / 1000,
    server: after.server - before.server,
    postgres: after.postgres - before.postgres,
    wal: after.wal - before.wal,
    rows: await newRows(client, before.now, after.answers - before.answers),
  };
}

async function positionOf(client) {
  const { rows } = await client.query(
    "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS wal, clock_timestamp()::text AS now",
  );
  return rows[0];
}

/** How many rows are new since then, and for how many seconds each of them stays. Events stay until they are dropped. */
async function newRows(client, since, answers) {
  const found = {};
  for (const table of growing) {
    const column = table === 'events' ? 'occurred_at' : 'created_at';
    const stay = table === 'events' ? '0' : `extract(epoch FROM expires_at - ${column})`;
    const query =
      table === 'refresh_answers'
        ? [
            `SELECT ${answers}::int AS count, avg(extract(epoch FROM expires_at - now()))::float8 AS seconds FROM identity.${table}`,
          ]
        : [
            `SELECT count(*)::int AS count, avg(${stay})::float8 AS seconds FROM identity.${table} WHERE ${column} >= $1`,
            [since],
          ];
    const { rows } = await client.query(...query);
    if (rows[0].count > 0) found[table] = { count: rows[0].count, seconds: Math.max(0, rows[0].seconds ?? 0) };
  }
  return found;
}

async function countOf(client, table) {
  return (await client.query(`SELECT count(*)::int AS count FROM identity.${table}`)).rows[0].count;
}

/** Bytes of a row with its share of the indexes. */
export async function bytesPerRow(client, table) {
  const { rows } = await client.query(
    `SELECT coalesce((SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('identity.${table}')),
                     pg_total_relation_size('identity.${table}'))::float8
            / greatest(1, (SELECT count(*) FROM identity.${table})) AS bytes`,
  );
  return rows[0].bytes;
}

/** The WAL of a single request whose pages were all just written by a checkpoint: the most that it can cost. */
export async function walAfterCheckpoint(client, request, times) {
  const found = [];
  for (let index = 0; index < times; index += 1) {
    await client.query('CHECKPOINT');
    const before = await positionOf(client);
    await request();
    await delay(100);
    found.push((await positionOf(client)).wal - before.wal);
  }
  return found;
}
