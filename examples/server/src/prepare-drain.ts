import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/** A proxy may be about to send a request over a connection that is idle to us. */
const idleMilliseconds = 3_000;
const drainMilliseconds = 10_000;

/**
 * Lets a server end without breaking off what others send: the returned function takes no new connections, answers what comes
 * over those that are open, and closes each after its next response. What is left after a while is closed.
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
  // First of all: a response may be sent at once.
  server.prependListener('request', (_request, response) => {
    // Node then sends `Connection: close`, whatever headers the response is given.
    if (stopping) response.shouldKeepAlive = false;
    unfinished.add(response);
    response.once('close', () => unfinished.delete(response));
  });
  return async () => {
    stopping = true;
    for (const response of unfinished) if (!response.headersSent) response.shouldKeepAlive = false;
    // An HTTP server's own `close` also closes idle connections, at once.
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
