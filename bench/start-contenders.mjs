import { startTemporaryPostgres } from '@org/identity-dev-postgres';
import pg from 'pg';
import { migrate, seed } from '../packages/server/dist/src/index.js';
import { hasGlewlwyd } from './contenders/glewlwyd-setup.mjs';
import { newTokens } from './exchange-codes.mjs';
import { comparisonSeed } from './fixtures.mjs';
import { postgresCpu } from './postgres-cpu.mjs';
import { startContender } from './start-contender.mjs';

// As on a production server: the temporary PostgreSQL would skip the cost of commits.
export const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

/** Starts every contender as a separate process, over one PostgreSQL; `stop` ends them all. */
export async function startContenders() {
  const postgres = await startTemporaryPostgres({ settings: durable });
  const children = [];
  const stop = async () => {
    await Promise.all(children.map(({ end }) => end()));
    await postgres.stop();
  };
  try {
    const naive = await newDatabase(postgres.url, 'naive');
    await Promise.all([postgres.url, naive].map(prepareDatabase));
    const add = async (name, file, ...args) => {
      const contender = await startContender(file, args);
      children.push(contender);
      return [name, contender];
    };
    const ours = await add('identity', 'identity', postgres.url);
    const [, { issuer }] = ours;
    const contenders = Object.fromEntries([
      ours,
      await add('identityES256', 'identity', postgres.url, 'ES256'),
      ...(await Promise.all([
        add('M', 'stock-map'),
        add('P', 'naive-prisma', naive),
        add('K', 'bare-koa'),
        add('KP', 'bare-license-check', postgres.url, issuer),
        add('S', 'bare-signing'),
        ...(hasGlewlwyd ? [add('G', 'glewlwyd', await newDatabase(postgres.url, 'glewlwyd'))] : []),
      ])),
    ]);
    // It reads the rows of our tokens.
    contenders.KP.accessTokens = async () =>
      (await newTokens('identity', contenders.identity, { count: 1 })).map((body) => body.access_token);
    return { contenders, databaseUrl: postgres.url, cpuOfPostgres: await postgresCpu(postgres.url), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function prepareDatabase(databaseUrl) {
  await migrate({ databaseUrl });
  await seed({ databaseUrl, data: comparisonSeed });
}

/** Creates a database on the server of the URL, and returns its URL. */
export async function newDatabase(url, name) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return Object.assign(new URL(url), { pathname: name }).href;
}
