import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/** How long idle connections stay open: a proxy may have just sent a request over one of them. */
const idleMilliseconds = 3_000;
const drainMilliseconds = 10_000;

/**
 * Lets a server stop without interrupting requests. The returned function accepts no new connections, serves requests on the
 * open ones, and closes each after its next response. After ten seconds it closes the remaining connections.
 */
export function prepareDrain(server: Server): () => Promise<void> {
  const unfinished = new Set<ServerResponse>();
  const connections = new Set<Socket>();
  let stopping = false;
  let whenLast = () => {};
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => {
      connections.delete(socket);
      if (connections.size === 0) whenLast();
    });
  });
  // Before all other listeners: they may send the response at once.
  server.prependListener('request', (_request, response) => {
    // Node.js then sends `Connection: close`, regardless of the other headers.
    if (stopping) response.shouldKeepAlive = false;
    unfinished.add(response);
    response.once('close', () => unfinished.delete(response));
  });
  return async () => {
    stopping = true;
    for (const response of unfinished) if (!response.headersSent) response.shouldKeepAlive = false;
    // `close` of the HTTP server would also close idle connections at once.
    NetServer.prototype.close.call(server);
    const closed = new Promise<void>((resolve) => {
      whenLast = resolve;
      if (connections.size === 0) resolve();
    });
    const idle = setTimeout(() => server.closeIdleConnections(), idleMilliseconds);
    const all = setTimeout(() => server.closeAllConnections(), drainMilliseconds);
    await closed;
    clearTimeout(idle);
    clearTimeout(all);
  };
}
