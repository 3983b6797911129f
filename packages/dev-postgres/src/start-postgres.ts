import { mkdir, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Binaries } from './location/binaries.js';
import { chooseDataLocation, type DataLocation } from './location/data-location.js';
import { reachableBinaries } from './location/reachable-binaries.js';
import { defaultSystemFolder } from './location/system-folder.js';
import { hasCode } from './processes/error-code.js';
import { withExclusiveLock } from './processes/exclusive-lock.js';
import { hasRegisteredProcesses, registerProcess, unregisterProcess } from './processes/process-registry.js';
import { databaseUrl, ensureDatabase } from './server/connection.js';
import { launchServer, stopServer } from './server/control-server.js';
import { findRunningServer } from './server/find-running-server.js';
import { initializeData } from './server/initialize-data.js';
import { removeUrlFile, writeUrlFile } from './server/url-file.js';

export interface PostgresOptions {
  /** The folder for the server's data and log. Created if it does not exist. */
  directory: string;
  /** The name of the database (default `identity`). Created if it does not exist. */
  database?: string;
  /** If false, the server is faster, but loses data when the machine crashes. For temporary servers. Default true. */
  durable?: boolean;
  /** More settings for `postgresql.conf`. A server that already runs keeps the settings that it was started with. */
  settings?: Record<string, string>;
  /** A file that contains the database URL while the server runs, so that other programs find it. Only its owner can read it. */
  urlFile?: string;
  /** Where root stores files that the server's account cannot access in `directory`. */
  systemFolder?: string;
}

export interface RunningPostgres {
  /** `postgresql://user:password@127.0.0.1:port/database` */
  url: string;
  /** Whether the server was already running. */
  adopted: boolean;
  /** Ends the use of the server by this process. The last process stops the server. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL server of a directory, or uses the server that already runs there.
 *
 * Processes that use the same directory share one server. Each process is registered while it uses the server, and the last
 * one stops it. A killed process no longer counts. If a server was left running, the next start uses it.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  try {
    return await startOrAdopt(options);
  } catch (cause) {
    if (!hasCode(cause, 'EACCES', 'EPERM')) throw cause;
    const reason = cause instanceof Error ? cause.message : '';
    throw new Error(`PostgreSQL in ${options.directory} belongs to another user: ${reason}`, { cause });
  }
}

async function startOrAdopt(options: PostgresOptions): Promise<RunningPostgres> {
  await mkdir(resolve(options.directory), { recursive: true });
  const directory = await realpath(options.directory);
  const lock = join(directory, 'lock');
  const registry = join(directory, 'users');
  const { durable = true, database = 'identity', settings = {}, systemFolder = defaultSystemFolder } = options;

  return withExclusiveLock(lock, async () => {
    const location = await chooseDataLocation(directory, systemFolder);
    const binaries = await reachableBinaries(location.account, systemFolder);
    const password = await initializeData(location, binaries, { durable });
    const runningOn = await findRunningServer(location.home, password);
    const port = runningOn ?? (await launchServer(location, binaries, { logDirectory: directory, durable, settings }));
    const entry = await registerProcess(registry);
    const use = { registry, entry, location, binaries, urlFile: options.urlFile };
    let stopping: Promise<void> | undefined;
    const stop = (): Promise<void> => {
      stopping ??= withExclusiveLock(lock, () => leave(use));
      return stopping;
    };
    const url = databaseUrl({ port, password }, database);
    try {
      await ensureDatabase({ port, password }, database);
      if (options.urlFile !== undefined) await writeUrlFile(options.urlFile, url);
    } catch (error) {
      await leave(use);
      throw error;
    }
    return { url, adopted: runningOn !== undefined, stop };
  });
}

interface Use {
  registry: string;
  entry: string;
  location: DataLocation;
  binaries: Binaries;
  urlFile: string | undefined;
}

async function leave(use: Use): Promise<void> {
  await unregisterProcess(use.registry, use.entry);
  if (await hasRegisteredProcesses(use.registry)) return;
  // Before the stop, so that no program finds a database that is about to stop.
  if (use.urlFile !== undefined) await removeUrlFile(use.urlFile);
  await stopServer(use.location, use.binaries);
}
