import { readFile, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isRunning, pidIsInUse } from '../processes/process-identity.js';
import { identifyServer } from './connection.js';
import { postmasterFilePath, readPostmasterFile } from './postmaster-file.js';

const maxWaitMilliseconds = 60_000;

/** Returns the port of the server that already runs on the data. Waits for a server that is starting or stopping. */
export async function findRunningServer(home: string, password: string): Promise<number | undefined> {
  const deadline = Date.now() + maxWaitMilliseconds;
  for (;;) {
    const file = await readPostmasterFile(home);
    // PostgreSQL can handle a file whose process has ended, but not an empty file.
    if (!file || (file.pid !== 0 && !pidIsInUse(file.pid))) return undefined;
    const server = file.pid !== 0 && (await mayBePostgres(file.pid)) ? await identify(file, password) : 'other';
    if (server === 'ours') return file.port;
    if (server === 'other' && (await readPostmasterFile(home))?.pid === file.pid) {
      // After a crash or a reboot, another process may have this id, and PostgreSQL would take it for a running server.
      // If a server does run, the new one finds its shared memory in use and refuses to start.
      await rm(postmasterFilePath(home), { force: true });
      return undefined;
    }
    if (Date.now() > deadline)
      throw new Error(`PostgreSQL (process ${file.pid}) in ${home} does not respond and does not end.`);
    await delay(20);
  }
}

async function identify(
  { port, status }: { port: number; status: string },
  password: string,
): Promise<'ours' | 'not ready' | 'other'> {
  return status === 'ready' ? identifyServer({ port, password }) : 'not ready';
}

async function mayBePostgres(pid: number): Promise<boolean> {
  if (!(await isRunning({ pid, startedAt: '' }))) return false;
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  return commandLine === undefined || basename(commandLine.split('\0')[0] ?? '').startsWith('postgres');
}
