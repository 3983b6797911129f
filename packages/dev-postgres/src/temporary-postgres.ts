import { mkdtemp, readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removePostgres } from './remove-postgres.js';
import { type RunningPostgres, startPostgres } from './start-postgres.js';

const prefix = 'identity-postgres-';
const tenMinutes = 10 * 60 * 1000;

/** Starts a fast server in a temporary folder; its `stop` deletes it with everything in it. */
export async function startTemporaryPostgres(
  options: { settings?: Record<string, string> } = {},
): Promise<RunningPostgres> {
  await removeForgotten();
  const directory = await mkdtemp(join(tmpdir(), prefix));
  try {
    const postgres = await startPostgres({ ...options, directory, durable: false });
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
async function removeForgotten(): Promise<void> {
  for (const name of (await readdir(tmpdir())).filter((found) => found.startsWith(prefix))) {
    const directory = join(tmpdir(), name);
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
