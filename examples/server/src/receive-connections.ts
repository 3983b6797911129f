import type { Server } from 'node:http';
import { Socket } from 'node:net';
import { isConnectionMessage } from './share-connections.js';

/** Lets a worker's server answer over the connections that the first process gives it; see `sharePort`. */
export function receiveConnections<Each extends Server>(server: Each): Each {
  // Only then does Node watch the connections of a server: the timeouts for headers and requests need that.
  server.emit('listening');
  process.on('message', (message: unknown, handle: unknown) => {
    if (!isConnectionMessage(message)) return;
    process.send?.(message);
    // Absent when its client has left meanwhile.
    if (!(handle instanceof Socket)) return;
    // As a server that listens itself does.
    handle.allowHalfOpen = true;
    handle.setNoDelay(true);
    server.emit('connection', handle);
  });
  return server;
}
