import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const settingsFileName = 'server.conf';

const always = {
  listen_addresses: '127.0.0.1',
  // No Unix socket: its path is limited to about 100 characters, and both accounts would need access to its folder.
  unix_socket_directories: '',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  max_connections: '100',
};

const throwAway = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  checkpoint_timeout: '1h',
  max_connections: '200',
};

/** Writes the settings for one start to a file beside the data. They override those in the data folder. */
export async function writeSettingsFile(
  home: string,
  options: { port: number; durable: boolean; settings: Record<string, string> },
): Promise<void> {
  const settings = {
    ...always,
    ...(options.durable ? {} : throwAway),
    ...options.settings,
    port: String(options.port),
  };
  const lines = Object.entries(settings).map(([name, value]) => {
    if (!/^[a-z_][a-z0-9_.]*$/i.test(name)) throw new Error(`"${name}" cannot be the name of a PostgreSQL setting.`);
    return `${name} = '${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
  });
  const path = join(home, settingsFileName);
  await rm(path, { force: true });
  await writeFile(path, `include 'data/postgresql.conf'\n${lines.join('\n')}\n`, { mode: 0o644 });
}
