import { assemble } from './assemble.js';
import { compose } from './compose.js';
import type { IdentityServer, IdentityServerOptions } from './identity-server.js';
import { open } from './open.js';
import { serve } from './serve.js';

/** Creates an identity server from the provider and the plugins, on one database. */
export async function createIdentityServer(options: IdentityServerOptions): Promise<IdentityServer> {
  const opened = await open(options);
  try {
    const composed = compose(opened, options);
    const assembled = await assemble(opened, composed);
    return serve(opened, composed, assembled);
  } catch (error) {
    await opened.closeDatabase();
    throw error;
  }
}
