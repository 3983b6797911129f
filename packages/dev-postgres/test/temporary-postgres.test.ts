import { existsSync } from 'node:fs';
import { readdir, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import test from 'ava';
import { startTemporaryPostgres } from '../src/index.js';
import { isDown, query } from './fixtures/query.js';
import { spawnUser } from './fixtures/spawn-user.js';
import { temporaryFolder } from './fixtures/temporary-folder.js';

test('a temporary server is deleted when it stops, and removes what a killed process forgot', async (t) => {
  const folder = await temporaryFolder(t);
  process.env.TMPDIR = folder;
  const forgotten = join(folder, 'identity-postgres-forgotten');
  const killed = await spawnUser(t, { directory: forgotten });
  await killed.kill('SIGKILL');
  const anHourAgo = new Date(Date.now() - 60 * 60 * 1000);
  await utimes(forgotten, anHourAgo, anHourAgo);

  const temporary = await startTemporaryPostgres();
  t.true(await isDown(killed.url));
  const [name = '', ...others] = await readdir(folder);
  t.deepEqual(others, []);
  t.true((await readdir(join(folder, name))).includes('data'), 'also for root the data is in the folder itself');
  t.deepEqual(await query(temporary.url, 'SHOW fsync'), [{ fsync: 'off' }]);

  await temporary.stop();
  await temporary.stop();
  t.true(await isDown(temporary.url));
  t.deepEqual(await readdir(folder), []);
});

test('a temporary server in memory is deleted when it stops', async (t) => {
  const temporary = await startTemporaryPostgres({ inMemory: true });
  const [{ data_directory: data = '' } = {}] = await query(temporary.url, 'SHOW data_directory');
  t.true(existsSync(String(data)));
  await temporary.stop();
  t.true(await isDown(temporary.url));
  t.false(existsSync(dirname(String(data))));
});
