import { execFile, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);
const parent = '/usr/lib/postgresql';
const versions = existsSync(parent) ? readdirSync(parent).toSorted((one, other) => Number(other) - Number(one)) : [];
const binaries = versions
  .map((version) => join(parent, version, 'bin'))
  .find((path) => existsSync(join(path, 'initdb')) && existsSync(join(path, 'pg_basebackup')));

/** The version of Debian's PostgreSQL, if it is installed. The embedded one has no pg_basebackup. */
export const debianVersion = binaries?.split('/').at(-2);

/** PostgreSQL refuses to run as root. */
const account =
  process.getuid?.() === 0 && binaries
    ? { uid: idOf('-u'), gid: idOf('-g') }
    : { uid: process.getuid?.(), gid: process.getgid?.() };

/** Starts a durable PostgreSQL of Debian on loopback, in a temporary folder; with a synchronous standby if wanted. */
export async function startDebianPostgres({ standby = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'identity-bench-'));
  const servers = [];
  const stop = async () => {
    // The standby first: a primary waits for it when it shuts down.
    for (const server of servers.toReversed()) await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await chown(folder, account.uid, account.gid);
    const password = randomBytes(16).toString('hex');
    await writeFile(join(folder, 'password'), password);
    await chown(join(folder, 'password'), account.uid, account.gid);
    const data = join(folder, 'primary');
    const login = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${join(folder, 'password')}`];
    await command('initdb', ['--pgdata', data, '--encoding=UTF8', '--locale=C.UTF-8', ...login]);
    servers.push(await launch(data, password));
    const [primary] = servers;
    if (standby) servers.push(await addStandby(primary, join(folder, 'standby'), password));
    return { url: primary.url, standbyUrl: servers[1]?.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function addStandby(primary, data, password) {
  const port = new URL(primary.url).port;
  const from = ['--host=127.0.0.1', `--port=${port}`, '--username=postgres', '--checkpoint=fast'];
  await command('pg_basebackup', ['--pgdata', data, '--write-recovery-conf', ...from], { PGPASSWORD: password });
  const standby = await launch(data, password);
  const client = new pg.Client(primary.url);
  await client.connect();
  try {
    await client.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await client.query('SELECT pg_reload_conf()');
    const isSynchronous = async () =>
      (await client.query("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'")).rowCount === 1;
    await waitFor(isSynchronous, 'The standby did not become synchronous.');
    return standby;
  } catch (error) {
    await standby.stop();
    throw error;
  } finally {
    await client.end();
  }
}

async function launch(data, password) {
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', 'max_wal_size=4GB'];
  const options = settings.flatMap((setting) => ['-c', setting]);
  const child = spawn(join(binaries, 'postgres'), ['-D', data, ...options], {
    ...account,
    cwd: data,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (chunk) => {
    log = `${log}${chunk}`.slice(-2_000);
  });
  const exited = once(child, 'exit');
  const url = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
  const stop = async () => {
    if (child.exitCode === null) child.kill('SIGINT');
    await exited;
  };
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(`PostgreSQL did not start:\n${log}`);
    const client = new pg.Client(url);
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  };
  try {
    await waitFor(isReady, 'PostgreSQL accepts no connections.');
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const command = (name, args, environment = {}) =>
  run(join(binaries, name), args, { ...account, cwd: tmpdir(), env: { ...process.env, ...environment } });

function idOf(kind) {
  try {
    return Number(execFileSync('id', [kind, 'postgres']));
  } catch {
    throw new Error('Run as another user than root, or create the user "postgres": PostgreSQL does not run as root.');
  }
}

/** Only for what starts: within a minute, also on a busy machine. */
async function waitFor(condition, message) {
  for (const until = Date.now() + 60_000; Date.now() < until; await delay(100)) if (await condition()) return;
  throw new Error(message);
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}
