import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type RunningPostgres, removePostgres, startPostgres } from '@org/identity-dev-postgres';
import { until } from '@org/identity-testing/until';
import type pg from 'pg';
import { withClient } from './with-client.js';

const run = promisify(execFile);

export interface RestorablePostgres {
  url: string;
  /** Copies the files of the running server, as pg_basebackup does. */
  backUp(): Promise<void>;
  /** The time of the server. */
  now(): Promise<Date>;
  /** Archives everything that was committed, and stops the server. */
  lose(): Promise<void>;
  /** Starts another server from the backup and the archive, with everything up to this time. */
  restoreTo(time: Date): Promise<RunningPostgres>;
  /** Stops every server and deletes all files. */
  remove(): Promise<void>;
}

/** Starts a PostgreSQL that archives its log, for continuous archiving and point-in-time recovery. */
export async function startRestorablePostgres(): Promise<RestorablePostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'identity-restore-'));
  const [archive, original, restored] = ['archive', 'original', 'restored'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  // Started by root, PostgreSQL runs as another account. It must reach the folders and write to the archive.
  await chmod(folder, 0o711);
  await mkdir(archive);
  await chmod(archive, 0o777);
  const settings = {
    wal_level: 'replica',
    archive_mode: 'on',
    archive_command: `cp %p ${archive}/%f`,
    full_page_writes: 'on',
    synchronous_commit: 'on',
  };
  const lost = await startPostgres({ directory: original, durable: false, settings });
  const servers = [lost];
  return {
    url: lost.url,
    now: () =>
      withClient(lost.url, async (client) => (await client.query('SELECT clock_timestamp() AS now')).rows[0].now),
    backUp: () => withClient(lost.url, (client) => copyFiles(client, restored)),
    async lose() {
      await withClient(lost.url, archiveAll);
      await lost.stop();
    },
    async restoreTo(time) {
      const recovery = {
        restore_command: `cp ${archive}/%f %p`,
        // Abbreviations of time zones, and so the Z, are refused here.
        recovery_target_time: time.toISOString().replace('Z', '+00'),
        recovery_target_action: 'promote',
      };
      const server = await startPostgres({
        directory: restored,
        durable: false,
        settings: { wal_level: 'replica', ...recovery },
      });
      servers.push(server);
      // The server already accepts connections that read.
      await withClient(server.url, (client) =>
        until(async () => {
          const { rows } = await client.query<{ recovering: boolean }>('SELECT pg_is_in_recovery() AS recovering');
          return rows[0]?.recovering === false;
        }),
      );
      return server;
    },
    async remove() {
      for (const server of servers) await server.stop();
      for (const directory of [original, restored]) await removePostgres({ directory }).catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The steps of "Making a Base Backup Using the Low Level API" in PostgreSQL's manual. The embedded server has no pg_basebackup. */
async function copyFiles(client: pg.Client, directory: string): Promise<void> {
  const { rows: settings } = await client.query<{ data_directory: string }>('SHOW data_directory');
  const home = dirname(settings[0]?.data_directory ?? '');
  await client.query("SELECT pg_backup_start('base', true)");
  await mkdir(directory, { mode: 0o711 });
  // `-a` keeps the owner: PostgreSQL runs only as the owner of its data.
  await run('cp', ['-a', join(home, 'data'), join(home, 'password'), directory]);
  const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop()');
  const data = join(directory, 'data');
  for (const name of ['postmaster.pid', 'postmaster.opts']) await rm(join(data, name), { force: true });
  for (const name of await readdir(join(data, 'pg_wal')))
    await rm(join(data, 'pg_wal', name), { recursive: true, force: true });
  const { uid, gid } = await stat(data);
  for (const [name, text] of Object.entries({ backup_label: rows[0]?.labelfile ?? '', 'recovery.signal': '' })) {
    await writeFile(join(data, name), text);
    await chown(join(data, name), uid, gid);
  }
}

async function archiveAll(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ file: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS file');
  const wanted = rows[0]?.file ?? '';
  await until(async () => {
    const archiver = await client.query<{ last: string | null }>(
      'SELECT last_archived_wal AS last FROM pg_stat_archiver',
    );
    return (archiver.rows[0]?.last ?? '') >= wanted;
  });
}
