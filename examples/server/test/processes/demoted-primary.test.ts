import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removePostgres, startPostgres } from '@org/identity-dev-postgres';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import { prepareDemoDatabase } from '../support/demo-database.js';
import { startRelay } from '../support/relay.js';
import { send, tokenOf } from '../support/tenant-api.js';
import { startTestServer } from '../support/test-server.js';
import { withClient } from '../support/with-client.js';

test('a primary that became a standby is noticed at once, gets nothing to read or write, and works when promoted', async (t) => {
  t.timeout(300_000);
  const directory = await mkdtemp(join(tmpdir(), 'identity-demoted-'));
  const relay = await startRelay();
  let postgres = await startPostgres({ directory });
  relay.leadTo(postgres.url);
  await prepareDemoDatabase(postgres.url);
  const reasons: unknown[] = [];
  const note = (fields: object, message: string) =>
    void (message === 'the database is unavailable' && 'reason' in fields && reasons.push(fields.reason));
  const server = await startTestServer({
    through: () => Promise.resolve({ url: relay.through(postgres.url), stop: () => relay.stop() }),
    databaseTimeouts: {},
    logger: { debug() {}, info() {}, warn() {}, error: note },
  });
  t.teardown(async () => {
    await server.stop();
    await postgres.stop();
    await removePostgres({ directory });
    await rm(directory, { recursive: true, force: true });
  });
  const { issuer } = server;
  const token = await tokenOf(issuer, 'super@example.test');
  const create = () => send(issuer, 'POST', '/api/tenants', token, { name: 'Written' });
  const ready = async () => (await fetch(`${issuer}/ready`)).status;
  t.is((await create()).status, 201);
  t.is(await ready(), 200);

  await demoteAtNextStart(postgres.url);
  await postgres.stop();
  postgres = await startPostgres({ directory });
  relay.leadTo(postgres.url);
  t.is(await ready(), 503);
  const written = await create();
  t.deepEqual([written.status, written.body['error']], [503, 'SERVICE_UNAVAILABLE']);
  t.regex(written.headers.get('retry-after') ?? '', /^\d+$/u);
  // A standby may lack the last changes, so it must not say who is signed in.
  t.is((await send(issuer, 'GET', '/api/users/me', token)).status, 503);
  t.is(reasons.at(-1), 'read-only');

  await withClient(postgres.url, (client) => client.query('SELECT pg_promote()'));
  await until(async () => (await ready()) === 200);
  t.is((await create()).status, 201);
});

/** Makes the server a standby at its next start, as Patroni does. */
async function demoteAtNextStart(url: string): Promise<void> {
  const file = await withClient(url, async (client) => {
    const { rows } = await client.query<{ folder: string }>(`SELECT current_setting('data_directory') AS folder`);
    return join(String(rows[0]?.folder), 'standby.signal');
  });
  await writeFile(file, '');
  // PostgreSQL may run as another user, and deletes the file when it is promoted.
  await chmod(file, 0o666);
}
