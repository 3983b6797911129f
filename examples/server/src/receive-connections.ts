import type { Server } from 'node:http';
import { Socket } from 'node:net';
import { isConnectionMessage } from './share-connections.js';

/** Makes the server of a worker use the connections that the primary process sends it. See `sharePort`. */
export function receiveConnections<Each extends Server>(server: Each): Each {
  // After this event Node.js tracks the connections of the server, which the timeouts for headers and requests need.
  server.emit('listening');
  process.on('message', (message: unknown, handle: unknown) => {
    if (!isConnectionMessage(message)) return;
    process.send?.(message);
    // There is no socket if the client has disconnected in the meantime.
    if (!(handle instanceof Socket)) return;
    // The same settings as those of a server that listens itself.
    handle.allowHalfOpen = true;
    handle.setNoDelay(true);
    server.emit('connection', handle);
  });
  return server;
}
