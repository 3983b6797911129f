import { type FileHandle, open, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Binaries, program } from '../location/binaries.js';
import type { DataLocation } from '../location/data-location.js';
import { isRunning } from '../processes/process-identity.js';
import { runProgram } from '../processes/run-program.js';
import { readPostmasterFile } from './postmaster-file.js';
import { settingsFileName, writeSettingsFile } from './settings-file.js';

const maxBytes = 5_000_000;

/** The log of the server. It is in the requested folder, even if the data is elsewhere. */
interface ServerLog {
  path: string;
  file: FileHandle;
  /** Returns what was written since the log was opened. */
  newText(): Promise<string>;
}

/** Opens the log for appending. Empties it first if it is too large. */
async function openServerLog(directory: string): Promise<ServerLog> {
  const path = join(directory, 'postgres.log');
  const before = await stat(path).catch(() => undefined);
  const tooLarge = (before?.size ?? 0) > maxBytes;
  const file = await open(path, 'a', 0o600);
  if (tooLarge) await file.truncate();
  const start = tooLarge ? 0 : (before?.size ?? 0);
  return { path, file, newText: async () => (await readFile(path)).subarray(start).toString() };
}

const secondsToWait = '60';
const maxAttempts = 20;

export interface LaunchOptions {
  logDirectory: string;
  durable: boolean;
  settings: Record<string, string>;
}

/** Starts the server on a free port and returns the port once it accepts connections. */
export async function launchServer(
  location: DataLocation,
  binaries: Binaries,
  options: LaunchOptions,
): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await findFreePort();
    await writeSettingsFile(location.home, { ...options, port });
    const log = await openServerLog(options.logDirectory);
    try {
      if (await tryToLaunch(location, binaries, log)) return port;
      const text = await log.newText();
      if (attempt === maxAttempts || !isWorthRetrying(text))
        throw new Error(`PostgreSQL did not start. The last lines of ${log.path}:\n${lastLines(text)}`);
    } finally {
      await log.file.close();
    }
    await delay(100);
  }
}

async function tryToLaunch({ home, account }: DataLocation, binaries: Binaries, log: ServerLog): Promise<boolean> {
  // Paths relative to the working directory, because pg_ctl passes them to a shell.
  const args = [
    'start',
    '--silent',
    '--wait',
    '--timeout',
    secondsToWait,
    '--pgdata',
    'data',
    '--options',
    `-c config_file=${settingsFileName}`,
  ];
  const { succeeded } = await runProgram(program(binaries, 'pg_ctl'), args, {
    account,
    cwd: home,
    // The open log file instead of its path: the account may be unable to access the folder.
    stdio: ['ignore', log.file.fd, log.file.fd],
    // Ctrl-C must reach only this process, which stops PostgreSQL after it has finished its requests. pg_ctl starts the
    // server in a new session.
    detached: true,
  });
  return succeeded;
}

/** Whether another attempt may work: another program took the port, or processes of a killed server are still ending. */
function isWorthRetrying(log: string): boolean {
  return /could not bind|pre-existing shared memory block|lock file .* already exists/.test(log);
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-12).join('\n');
}

/** Stops the server without waiting for its clients to disconnect. Open transactions are rolled back. */
export async function stopServer({ home, account }: DataLocation, binaries: Binaries): Promise<void> {
  const file = await readPostmasterFile(home);
  if (!file) return;
  const args = ['stop', '--silent', '--wait', '--timeout', secondsToWait, '--mode', 'fast', '--pgdata', 'data'];
  const { succeeded, output } = await runProgram(program(binaries, 'pg_ctl'), args, { account, cwd: home });
  if (succeeded || !(await isRunning({ pid: file.pid, startedAt: '' }))) return;
  throw new Error(`PostgreSQL (process ${file.pid}) in ${home} did not stop: ${output}`);
}

/** Finds a free port on the loopback interface. */
function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
