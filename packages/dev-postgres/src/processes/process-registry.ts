import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from './error-code.js';
import { isRunning, ownIdentity } from './process-identity.js';

/** Registers this process as one that uses the server. Returns the name of its entry. */
export async function registerProcess(registry: string): Promise<string> {
  const { pid, startedAt } = await ownIdentity();
  // A process may start the same server twice, so its id alone is not unique.
  const entry = `${pid}-${randomBytes(4).toString('hex')}`;
  await mkdir(registry, { recursive: true });
  await writeFile(join(registry, entry), startedAt);
  return entry;
}

/** Removes the entry of a process. */
export async function unregisterProcess(registry: string, entry: string): Promise<void> {
  await rm(join(registry, entry), { force: true });
}

/** Whether a running process is registered. Removes the entries of processes that have ended. */
export async function hasRegisteredProcesses(registry: string): Promise<boolean> {
  let found = false;
  for (const name of await namesIn(registry)) {
    const startedAt = await readFile(join(registry, name), 'utf8');
    if (await isRunning({ pid: Number.parseInt(name, 10), startedAt })) found = true;
    else await rm(join(registry, name), { force: true });
  }
  return found;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}
