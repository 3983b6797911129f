import type { Server } from 'node:net';

// What a machine or container without IPv6 says of `::1`.
const missing = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']);

/** Opens one server for each interface; `::1` is left out where there is no IPv6, if another one is open. */
export async function listenOn<Each extends Server>(
  hosts: readonly (string | undefined)[],
  port: number,
  create: () => Each,
): Promise<Each[]> {
  const servers: Each[] = [];
  try {
    for (const host of hosts) {
      const server = create();
      const code = await listen(server, port, host);
      if (code === undefined) servers.push(server);
      else if (!(servers.length > 0 && host === '::1' && missing.has(code))) throw failure(code, port, host);
    }
  } catch (error) {
    for (const server of servers) server.close();
    throw error;
  }
  return servers;
}

/** Resolves once it listens, or to the code of why it cannot. */
function listen(server: Server, port: number, host: string | undefined): Promise<string | undefined> {
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message);
    server.once('error', failed);
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
      server.off('error', failed);
      resolve(undefined);
    });
  });
}

function failure(code: string, port: number, host: string | undefined): Error {
  if (code === 'EADDRINUSE') return new Error(`PORT ${port} is in use by another program.`);
  return new Error(`HOST ${host ?? ''} with PORT ${port} cannot be opened (${code}).`);
}
