import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@org/identity-testing/until';
import { freePort } from './server-process.js';

/** The installed PgBouncer, if there is one. */
export const bouncerPath = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path));

export interface Bouncer {
  /** The URL of the same database, through PgBouncer. */
  url: string;
  stop(): Promise<void>;
}

/** Starts PgBouncer in transaction mode, with fewer connections to PostgreSQL than clients have to it. */
export async function startBouncer(databaseUrl: string): Promise<Bouncer> {
  if (!bouncerPath) throw new Error('This machine has no PgBouncer.');
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'identity-bouncer-'));
  const own = await freePort();
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${own}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 4',
    'max_client_conn = 100',
  ];
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, `${settings.join('\n')}\n`);
  // It refuses to run as root, and the user that it runs as must be able to read the file.
  await chmod(folder, 0o755);
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(bouncerPath, [...asNobody, file], { stdio: 'ignore' });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  await until(() => isListening(own));
  return {
    url: `postgresql://anybody@127.0.0.1:${own}${pathname}`,
    async stop() {
      child.kill('SIGKILL');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
