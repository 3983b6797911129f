import { readFile, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isRunning, pidIsInUse } from '../processes/process-identity.js';
import { answersTo, type ServerAddress } from './connection.js';
import { postmasterFilePath, readPostmasterFile } from './postmaster-file.js';

const patience = 60_000;

/** Finds the port of the server that already runs on the data, waiting for one that is just starting or stopping. */
export async function findRunningServer(home: string, password: string): Promise<number | undefined> {
  const deadline = Date.now() + patience;
  for (;;) {
    const file = await readPostmasterFile(home);
    // PostgreSQL itself copes with a file whose process is gone, but not with an empty one.
    if (!file || (file.pid !== 0 && !pidIsInUse(file.pid))) return undefined;
    const answer = file.pid !== 0 && (await mayBePostgres(file.pid)) ? await ask(file, password) : 'stranger';
    if (answer === 'yes') return file.port;
    if (answer === 'stranger' && (await readPostmasterFile(home))?.pid === file.pid) {
      // The number was given to another process after a crash or a reboot, and PostgreSQL would take that one for a running server.
      // Should one run after all, the new one finds its shared memory in use and refuses to start.
      await rm(postmasterFilePath(home), { force: true });
      return undefined;
    }
    if (Date.now() > deadline) throw new Error(`PostgreSQL (process ${file.pid}) in ${home} neither answers nor ends.`);
    await delay(20);
  }
}

async function ask(file: { port: number; status: string }, password: string): Promise<'yes' | 'not yet' | 'stranger'> {
  if (file.status !== 'ready') return 'not yet';
  const address: ServerAddress = { port: file.port, password };
  return answersTo(address);
}

async function mayBePostgres(pid: number): Promise<boolean> {
  if (!(await isRunning({ pid, startedAt: '' }))) return false;
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  return commandLine === undefined || basename(commandLine.split('\0')[0] ?? '').startsWith('postgres');
}
