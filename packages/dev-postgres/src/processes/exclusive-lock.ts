import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { hasCode } from './error-code.js';
import { isRunning, ownIdentity } from './process-identity.js';

const patience = 120_000;
/** A holder writes its process id right after creating the file; an older file that is still empty has lost its holder. */
const graceForEmptyFile = 5_000;

/**
 * Runs the action while no other process runs one under the same lock file. The lock of a process that ended is taken over at
 * once, by one process only. proper-lockfile cannot do that: it goes by the file's age, and two processes that find an old
 * lock at the same time can both take it.
 */
export async function withExclusiveLock<T>(path: string, action: () => Promise<T>): Promise<T> {
  const { pid, startedAt } = await ownIdentity();
  const deadline = Date.now() + patience;
  while (!(await createFile(path, `${pid} ${startedAt}`))) {
    if (await isAbandoned(path)) await removeAbandoned(path);
    else if (Date.now() > deadline) throw new Error(`Another process has held ${path} for ${patience / 1000} seconds.`);
    else await delay(20);
  }
  try {
    return await action();
  } finally {
    await rm(path, { force: true });
  }
}

async function createFile(path: string, content: string): Promise<boolean> {
  try {
    await writeFile(path, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  try {
    const [pid = '', startedAt = ''] = (await readFile(path, 'utf8')).split(' ');
    if (pid === '') return await isOlderThan(path, graceForEmptyFile);
    return !(await isRunning({ pid: Number(pid), startedAt }));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}

/** Two processes may both find the lock abandoned. Without a second lock, the slower one would remove the new lock of the other. */
async function removeAbandoned(path: string): Promise<void> {
  const gate = `${path}.takeover`;
  if (!(await createFile(gate, ''))) {
    if (await isOlderThan(gate, graceForEmptyFile).catch(() => false)) await rm(gate, { force: true });
    else await delay(20);
    return;
  }
  try {
    if (await isAbandoned(path)) await rm(path, { force: true });
  } finally {
    await rm(gate, { force: true });
  }
}

async function isOlderThan(path: string, milliseconds: number): Promise<boolean> {
  return Date.now() - (await stat(path)).mtimeMs > milliseconds;
}
