import { assemble } from './assemble.js';
import { compose } from './compose.js';
import type { IdentityServer, IdentityServerOptions } from './identity-server.js';
import { readKeys } from './keys/load-keys.js';
import { open } from './open.js';
import { announceProcess, type RunningProcess } from './secret/announce-process.js';
import { serve } from './serve.js';

/** Creates an identity server from the provider and the plugins, on one database. */
export async function createIdentityServer(options: IdentityServerOptions): Promise<IdentityServer> {
  const opened = await open(options);
  let running: RunningProcess | undefined;
  try {
    const composed = compose(opened, options);
    // Fails here with another secret than that of the keys, before anything is written.
    await readKeys(opened.db, opened.secret);
    running = await announceProcess(opened, composed.composition.sealed);
    const assembled = await assemble(opened, composed);
    return serve(opened, composed, assembled, running);
  } catch (error) {
    await running?.stop();
    await opened.closeDatabase();
    throw error;
  }
}
