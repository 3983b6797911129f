import { fork } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { startTemporaryPostgres } from '@org/identity-dev-postgres';
import pg from 'pg';
import { migrate, seed } from '../packages/server/dist/src/index.js';
import { comparisonSeed } from './fixtures.mjs';
import { postgresCpu } from './postgres-cpu.mjs';

// As on a server whose data is to stay: the temporary one would skip what commits cost.
export const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

/** Starts every contender as a process of its own, over one PostgreSQL; `stop` ends them all. */
export async function startContenders() {
  const postgres = await startTemporaryPostgres({ settings: durable });
  const children = [];
  const stop = async () => {
    await Promise.all(children.map(({ end }) => end()));
    await postgres.stop();
  };
  try {
    const naive = await newDatabase(postgres.url, 'naive');
    for (const databaseUrl of [postgres.url, naive]) {
      await migrate({ databaseUrl });
      await seed({ databaseUrl, data: comparisonSeed });
    }
    const add = async (name, file, ...args) => {
      const contender = await startContender(file, args);
      children.push(contender);
      return [name, contender];
    };
    const contenders = Object.fromEntries([
      await add('identity', 'identity', postgres.url),
      await add('identityES256', 'identity', postgres.url, 'ES256'),
      await add('M', 'stock-map'),
      await add('P', 'naive-prisma', naive),
      await add('K', 'bare-koa'),
      await add('S', 'bare-signing'),
    ]);
    return { contenders, databaseUrl: postgres.url, cpuOfPostgres: await postgresCpu(postgres.url), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Creates a database beside the one of the address, and returns its own. */
export async function newDatabase(url, name) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return Object.assign(new URL(url), { pathname: name }).href;
}

/** Starts one contender; `ask` has it do something and returns what came of it. */
export async function startContender(file, args) {
  const child = fork(new URL(`./contenders/${file}.mjs`, import.meta.url), args, {
    execArgv: [
      '--expose-gc',
      ...(process.env.BENCH_PROFILE === file ? ['--cpu-prof', `--cpu-prof-dir=${tmpdir()}`] : []),
    ],
    // oidc-provider prints notices for whoever sets it up for the first time.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors = `${errors}${chunk}`.slice(-4_000);
  });
  const open = new Map();
  child.on('message', ({ id, result, error }) => {
    const { resolve, reject } = open.get(id) ?? {};
    open.delete(id);
    if (error) reject?.(new Error(`${file}: ${error}`));
    else resolve?.(result);
  });
  const [first] = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [undefined])]);
  if (!first?.ready) throw new Error(`The contender "${file}" did not start:\n${errors}`);
  let last = 0;
  return {
    issuer: first.issuer,
    ask: (ask, input) =>
      new Promise((resolve, reject) => {
        last += 1;
        open.set(last, { resolve, reject });
        child.send({ id: last, ask, input });
      }),
    end: async () => {
      if (child.exitCode !== null) return;
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
