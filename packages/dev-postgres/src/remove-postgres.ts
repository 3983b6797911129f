import { realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { choosePlace } from './place/place.js';
import { reachableBinaries } from './place/reachable-binaries.js';
import { defaultSystemFolder } from './place/system-folder.js';
import { withExclusiveLock } from './processes/exclusive-lock.js';
import { hasUsers } from './processes/user-registry.js';
import { stopServer } from './server/control-server.js';

/** Stops the server of the directory and deletes the directory with all data, unless a process uses it; says whether it did. */
export async function removePostgres(options: { directory: string; systemFolder?: string }): Promise<boolean> {
  const { systemFolder = defaultSystemFolder } = options;
  const directory = await realpath(options.directory);
  return withExclusiveLock(join(directory, 'lock'), async () => {
    if (await hasUsers(join(directory, 'users'))) return false;
    const place = await choosePlace(directory, systemFolder);
    await stopServer(place, await reachableBinaries(place.account, systemFolder));
    for (const folder of [place.home, directory]) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    return true;
  });
}
