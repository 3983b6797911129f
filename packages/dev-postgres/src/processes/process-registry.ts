import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from './error-code.js';
import { isRunning, ownIdentity } from './process-identity.js';

/** Enters the current process as a user of the server and returns the name of its entry. */
export async function registerProcess(registry: string): Promise<string> {
  const { pid, startedAt } = await ownIdentity();
  // One process may start the same server twice, so its number alone does not name an entry.
  const entry = `${pid}-${randomBytes(4).toString('hex')}`;
  await mkdir(registry, { recursive: true });
  await writeFile(join(registry, entry), startedAt);
  return entry;
}

/** Removes the process's entry. */
export async function unregisterProcess(registry: string, entry: string): Promise<void> {
  await rm(join(registry, entry), { force: true });
}

/** Says whether a running process is entered, and forgets those that ended without removing their entry. */
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
