import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removePostgres, startPostgres } from '@org/identity-dev-postgres';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import pg from 'pg';
import { startRelay } from '../support/relay.js';
import { freePort, startProcess } from '../support/server-process.js';
import { send, tokenOf } from '../support/tenant-api.js';
import { testSecret } from '../support/test-server.js';

interface Attempt {
  begunAt: number;
  status: number;
  id: string;
}

test('a restart of PostgreSQL under load fails requests only while it is away, and loses nothing acknowledged', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'identity-restart-'));
  const relay = await startRelay();
  let postgres = await startPostgres({ directory });
  relay.leadTo(postgres.url);
  const port = String(await freePort());
  const issuer = `http://127.0.0.1:${port}`;
  const server = await startProcess({
    PORT: port,
    ISSUER: issuer,
    DATABASE_URL: relay.through(postgres.url),
    IDENTITY_SECRET: testSecret,
    LOG_LEVEL: 'silent',
  });
  t.teardown(async () => {
    await server.end('SIGTERM');
    await relay.stop();
    await postgres.stop();
    await removePostgres({ directory });
    await rm(directory, { recursive: true, force: true });
  });

  // A super admin may create any number of tenants.
  const token = await tokenOf(issuer, 'super@example.test');
  const attempts: Attempt[] = [];
  let working = true;
  const work = async () => {
    while (working) {
      const begunAt = performance.now();
      const { status, body } = await send(issuer, 'POST', '/api/tenants', token, { name: 'Made under load' });
      attempts.push({ begunAt, status, id: String(body['id']) });
    }
  };
  const workers = Array.from({ length: 4 }, work);
  const countOf = (kind: (attempt: Attempt) => boolean) => attempts.filter(kind).length;
  const isDone = ({ status }: Attempt) => status === 201;
  await until(() => Promise.resolve(countOf(isDone) >= 20));

  await postgres.stop();
  await until(() => Promise.resolve(countOf((attempt) => !isDone(attempt)) > 0));
  postgres = await startPostgres({ directory });
  relay.leadTo(postgres.url);
  const backAt = performance.now();
  await until(() => Promise.resolve(countOf((attempt) => isDone(attempt) && attempt.begunAt > backAt) >= 20));
  working = false;
  await Promise.all(workers);

  t.deepEqual(
    attempts.filter((attempt) => attempt.begunAt > backAt && !isDone(attempt)),
    [],
  );
  const failures = attempts.filter((attempt) => !isDone(attempt));
  t.deepEqual([...new Set(failures.map(({ status }) => status))], [503]);
  const client = new pg.Client(postgres.url);
  await client.connect();
  const { rows } = await client.query<{ id: string }>('SELECT id FROM identity.tenants');
  await client.end();
  const kept = new Set(rows.map(({ id }) => id));
  t.deepEqual(
    attempts.filter((attempt) => isDone(attempt) && !kept.has(attempt.id)),
    [],
  );
  t.log(`${countOf(isDone)} acknowledged, ${failures.length} failed while it was away`);
});
