import type { Server } from 'node:net';

// The errors for `::1` on a machine or in a container without IPv6.
const withoutIpv6 = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']);

/** Opens one server per IP. Skips `::1` on a machine without IPv6 if another server is open. */
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
      else if (!(servers.length > 0 && host === '::1' && withoutIpv6.has(code))) throw failure(code, port, host);
    }
  } catch (error) {
    for (const server of servers) server.close();
    throw error;
  }
  return servers;
}

/** Resolves to undefined when the server listens, or to the code of the error. */
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
