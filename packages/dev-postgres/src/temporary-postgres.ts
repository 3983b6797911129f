import { access, constants, mkdtemp, readdir, stat, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { removePostgres } from './remove-postgres.js';
import { type RunningPostgres, startPostgres } from './start-postgres.js';

const prefix = 'identity-postgres-';
const tenMinutes = 10 * 60 * 1000;
/** The in-memory file system of Linux. In a container it is often too small. */
const memory = '/dev/shm';
const roomInMemory = 4 * 1024 ** 3;

export interface TemporaryOptions {
  settings?: Record<string, string>;
  /** Keeps the data in memory if there is room. Creating a database then takes a tenth of the CPU time. */
  inMemory?: boolean;
}

/** Starts a fast server in a temporary folder. `stop` also deletes the folder. */
export async function startTemporaryPostgres(options: TemporaryOptions = {}): Promise<RunningPostgres> {
  const { inMemory = false, ...others } = options;
  for (const parent of [tmpdir(), ...(inMemory ? [memory] : [])]) await removeForgotten(parent);
  const directory = await mkdtemp(join(inMemory && (await hasRoomInMemory()) ? memory : tmpdir(), prefix));
  try {
    const postgres = await startPostgres({ ...others, directory, durable: false });
    const stop = async (): Promise<void> => {
      await postgres.stop();
      await removeIfThere(directory);
    };
    return { ...postgres, stop };
  } catch (error) {
    await removeIfThere(directory);
    throw error;
  }
}

/** Removes the servers of processes that were killed before they could remove them. */
async function removeForgotten(parent: string): Promise<void> {
  const names = await readdir(parent).catch((): string[] => []);
  for (const name of names.filter((found) => found.startsWith(prefix))) {
    const directory = join(parent, name);
    const found = await stat(directory).catch(() => undefined);
    // Other users can create folders here, too. A new folder may belong to a server that is starting.
    if (!found || found.uid !== process.getuid?.() || Date.now() - found.mtimeMs < tenMinutes) continue;
    // A folder that cannot be removed must not prevent the start.
    await removeIfThere(directory).catch(() => undefined);
  }
}

async function removeIfThere(directory: string): Promise<void> {
  if (await stat(directory).catch(() => undefined)) await removePostgres({ directory });
}

async function hasRoomInMemory(): Promise<boolean> {
  try {
    await access(memory, constants.W_OK);
    const { bavail, bsize } = await statfs(memory);
    return Math.min(bavail * bsize, freemem()) >= roomInMemory;
  } catch {
    // Other systems have no such folder.
    return false;
  }
}
