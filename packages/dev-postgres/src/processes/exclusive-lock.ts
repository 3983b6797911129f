import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { hasCode } from './error-code.js';
import { isRunning, ownIdentity } from './process-identity.js';

const maxWaitMilliseconds = 120_000;
/** A process writes its id right after it has created the file. An empty file that is older than this is abandoned. */
const emptyFileMilliseconds = 5_000;

/**
 * Runs an action while no other process runs one with the same lock file. If a process has ended without removing its lock,
 * exactly one other process takes the lock over at once. proper-lockfile cannot do that: it decides by the age of the file,
 * and two processes that find an old lock at the same time can both take it.
 */
export async function withExclusiveLock<T>(path: string, action: () => Promise<T>): Promise<T> {
  const { pid, startedAt } = await ownIdentity();
  const deadline = Date.now() + maxWaitMilliseconds;
  while (!(await createFile(path, `${pid} ${startedAt}`))) {
    if (await isAbandoned(path)) await removeAbandoned(path);
    else if (Date.now() > deadline)
      throw new Error(`Another process has held the lock ${path} for ${maxWaitMilliseconds / 1000} seconds.`);
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
    if (pid === '') return await isOlderThan(path, emptyFileMilliseconds);
    return !(await isRunning({ pid: Number(pid), startedAt }));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}

/** Uses a second lock: two processes may find the same lock abandoned, and the slower one must not remove the other's new lock. */
async function removeAbandoned(path: string): Promise<void> {
  const takeoverLock = `${path}.takeover`;
  if (!(await createFile(takeoverLock, ''))) {
    if (await isOlderThan(takeoverLock, emptyFileMilliseconds).catch(() => false))
      await rm(takeoverLock, { force: true });
    else await delay(20);
    return;
  }
  try {
    if (await isAbandoned(path)) await rm(path, { force: true });
  } finally {
    await rm(takeoverLock, { force: true });
  }
}

async function isOlderThan(path: string, milliseconds: number): Promise<boolean> {
  return Date.now() - (await stat(path)).mtimeMs > milliseconds;
}
