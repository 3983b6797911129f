import { realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseDataLocation } from './location/data-location.js';
import { reachableBinaries } from './location/reachable-binaries.js';
import { defaultSystemFolder } from './location/system-folder.js';
import { withExclusiveLock } from './processes/exclusive-lock.js';
import { hasRegisteredProcesses } from './processes/process-registry.js';
import { stopServer } from './server/control-server.js';

/** Stops the server of a directory and deletes all its data. Returns false, and does nothing, if a process uses the server. */
export async function removePostgres(options: { directory: string; systemFolder?: string }): Promise<boolean> {
  const { systemFolder = defaultSystemFolder } = options;
  const directory = await realpath(options.directory);
  return withExclusiveLock(join(directory, 'lock'), async () => {
    if (await hasRegisteredProcesses(join(directory, 'users'))) return false;
    const location = await chooseDataLocation(directory, systemFolder);
    await stopServer(location, await reachableBinaries(location.account, systemFolder));
    for (const folder of [location.home, directory]) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    return true;
  });
}
