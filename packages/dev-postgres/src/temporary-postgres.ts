import { access, constants, mkdtemp, readdir, stat, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { removePostgres } from './remove-postgres.js';
import { type RunningPostgres, startPostgres } from './start-postgres.js';

const prefix = 'identity-postgres-';
const tenMinutes = 10 * 60 * 1000;
/** The file system in memory that Linux has; in a container it is often too small. */
const memory = '/dev/shm';
const roomInMemory = 4 * 1024 ** 3;

export interface TemporaryOptions {
  settings?: Record<string, string>;
  /** Keeps the data in memory if there is room: creating a database takes a tenth of the CPU time that it takes on a disk. */
  inMemory?: boolean;
}

/** Starts a fast server in a temporary folder; its `stop` deletes it with everything in it. */
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

/** Removes the servers of processes that were killed before they could do it themselves. */
async function removeForgotten(parent: string): Promise<void> {
  const names = await readdir(parent).catch((): string[] => []);
  for (const name of names.filter((found) => found.startsWith(prefix))) {
    const directory = join(parent, name);
    const found = await stat(directory).catch(() => undefined);
    // Everybody can put folders there; only those of our own account are ours, and a new one may be about to be used.
    if (!found || found.uid !== process.getuid?.() || Date.now() - found.mtimeMs < tenMinutes) continue;
    // What cannot be removed is no reason not to start.
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
