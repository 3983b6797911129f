import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { removePostgres, startPostgres } from '../src/index.js';
import { isDown, query } from './fixtures/query.js';
import { spawnUser } from './fixtures/spawn-user.js';
import { temporaryFolder } from './fixtures/temporary-folder.js';

test('data survives a stop and a start, and the server is gone in between', async (t) => {
  const directory = join(await temporaryFolder(t), 'created when missing');
  const first = await startPostgres({ directory });
  t.false(first.adopted);
  await query(first.url, 'CREATE TABLE note AS SELECT 42 AS answer');
  await first.stop();
  await first.stop();
  t.true(await isDown(first.url));

  const second = await startPostgres({ directory });
  t.teardown(() => second.stop());
  t.false(second.adopted);
  t.deepEqual(await query(second.url, 'SELECT answer FROM note'), [{ answer: 42 }]);
  t.is((await stat(join(directory, 'password'))).mode & 0o777, 0o600);
  t.is((await stat(join(directory, 'data'))).mode & 0o777, 0o700);
});

test('the server listens on the loopback interface only, asks for a password, speaks UTF-8 and takes settings', async (t) => {
  const directory = await temporaryFolder(t);
  const postgres = await startPostgres({
    directory,
    database: 'own-name',
    durable: false,
    settings: { application_name: "o'clock" },
  });
  t.teardown(() => postgres.stop());
  const show = async (name: string): Promise<unknown> => (await query(postgres.url, `SHOW ${name}`))[0]?.[name];
  t.is(await show('listen_addresses'), '127.0.0.1');
  t.is(await show('unix_socket_directories'), '');
  t.is(await show('server_encoding'), 'UTF8');
  t.is(await show('fsync'), 'off');
  t.is(await show('max_connections'), '200');
  t.is(await show('application_name'), "o'clock");
  t.deepEqual(await query(postgres.url, "SELECT current_database() AS name, lower('ÄÖ') AS lower"), [
    { name: 'own-name', lower: 'äö' },
  ]);
  await t.throwsAsync(query(postgres.url.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1'), { code: '28P01' });
});

test('a server whose user was killed or interrupted goes on, and the next start adopts it', async (t) => {
  const directory = await temporaryFolder(t);
  const killed = await spawnUser(t, { directory });
  await query(killed.url, 'CREATE TABLE note AS SELECT 42 AS answer');
  await killed.kill('SIGKILL');

  const interrupted = await spawnUser(t, { directory });
  t.true(interrupted.adopted);
  t.is(interrupted.url, killed.url);
  // As Ctrl-C does it: the terminal signals the whole process group.
  await interrupted.kill('SIGINT', { wholeGroup: true });

  const next = await startPostgres({ directory });
  t.true(next.adopted);
  t.deepEqual(await query(next.url, 'SELECT answer FROM note'), [{ answer: 42 }]);
  await next.stop();
  t.true(await isDown(next.url));
});

test('a server that was killed is started again with its committed data', async (t) => {
  const directory = await temporaryFolder(t);
  const before = await startPostgres({ directory });
  await query(before.url, 'CREATE TABLE note AS SELECT 42 AS answer');
  const pid = Number.parseInt(await readFile(join(directory, 'data', 'postmaster.pid'), 'utf8'), 10);
  process.kill(pid, 'SIGKILL');

  const after = await startPostgres({ directory });
  t.false(after.adopted);
  t.deepEqual(await query(after.url, 'SELECT answer FROM note'), [{ answer: 42 }]);
  await before.stop();
  t.deepEqual(
    await query(after.url, 'SELECT answer FROM note'),
    [{ answer: 42 }],
    'the one who left first must not stop it',
  );
  await after.stop();
  t.true(await isDown(after.url));
});

test('two processes that start at the same moment share one server, and the last to leave stops it', async (t) => {
  const directory = await temporaryFolder(t);
  const [one, two] = await Promise.all([spawnUser(t, { directory }), spawnUser(t, { directory })]);
  t.is(one.url, two.url);
  t.deepEqual([one.adopted, two.adopted].sort(), [false, true]);

  await one.leave();
  t.deepEqual(await query(two.url, 'SELECT 1 AS one'), [{ one: 1 }]);
  await two.leave();
  t.true(await isDown(two.url));
});

test('a server nobody uses any more is removed with its data, one in use is not', async (t) => {
  const directory = join(await temporaryFolder(t), 'removed');
  const user = await spawnUser(t, { directory });
  t.false(await removePostgres({ directory }));
  t.deepEqual(await query(user.url, 'SELECT 1 AS one'), [{ one: 1 }]);

  await user.kill('SIGKILL');
  t.true(await removePostgres({ directory }));
  t.true(await isDown(user.url));
  await t.throwsAsync(stat(directory), { code: 'ENOENT' });
});

test('a server that does not come up is reported with the last lines of its log, and starts once the cause is gone', async (t) => {
  const directory = await temporaryFolder(t);
  await t.throwsAsync(startPostgres({ directory, durable: false, settings: { shared_buffers: 'plenty' } }), {
    message:
      /did not start\. The last lines of .*postgres\.log:\n.*invalid value for parameter "shared_buffers": "plenty"/,
  });
  const postgres = await startPostgres({ directory, durable: false });
  await postgres.stop();

  // After a crash or a reboot the number in the file can belong to any other process.
  await writeFile(
    join(directory, 'data', 'postmaster.pid'),
    `${process.pid}\n${directory}/data\n0\n1\n\n127.0.0.1\n\nready\n`,
  );
  const again = await startPostgres({ directory, durable: false });
  t.false(again.adopted);
  await again.stop();
});
