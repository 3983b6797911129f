import type { Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { listenOn } from './listen-on.js';

/** How long a connection waits if there is no worker. */
const waitMilliseconds = 1_000;

/** The message that is sent to a worker with a connection. The worker sends it back when it has received the connection. */
export interface ConnectionMessage {
  readonly connection: number;
}

/** Whether a message between processes is about a connection. */
export function isConnectionMessage(message: unknown): message is ConnectionMessage {
  return typeof message === 'object' && message !== null && 'connection' in message;
}

export interface SharedPort {
  /** Sends connections to this worker until it ends. */
  add(worker: Worker): void;
  /** Accepts no new connections. */
  close(): void;
}

/**
 * Opens the port and distributes its connections among the workers in turn. Node's own cluster module loses a connection if
 * its worker ends before it has accepted it: the client never gets a response. Here the next worker gets the connection. If
 * there is no worker, the client gets a 503 after a second.
 */
export async function sharePort(hosts: readonly (string | undefined)[], port: number): Promise<SharedPort> {
  const workers: Worker[] = [];
  const assigned = new Map<number, { socket: Socket; worker: Worker }>();
  const waiting = new Map<Socket, NodeJS.Timeout>();
  let count = 0;

  const assign = (socket: Socket) => {
    const worker = workers.find((each) => each.isConnected());
    if (!worker) {
      waiting.set(
        socket,
        setTimeout(() => refuse(socket), waitMilliseconds),
      );
      return;
    }
    // Moves the worker to the end of the list.
    workers.push(...workers.splice(workers.indexOf(worker), 1));
    count += 1;
    const connection = count;
    assigned.set(connection, { socket, worker });
    // This process keeps the socket open until the worker has received it.
    worker.send({ connection }, socket, { keepOpen: true }, (error) => error && setImmediate(reassign, connection));
  };
  const reassign = (connection: number) => {
    const socket = assigned.get(connection)?.socket;
    if (assigned.delete(connection) && socket) assign(socket);
  };
  const refuse = (socket: Socket) => {
    waiting.delete(socket);
    // Reads the request: closing a connection with unread data resets it, and the response may be lost.
    socket.setTimeout(waitMilliseconds, () => socket.destroy());
    socket.resume().end(unavailable());
  };

  const take = (socket: Socket) => {
    // The client may close the connection at any time. Without a listener this would end the process.
    socket.on('error', () => undefined);
    assign(socket);
  };
  const options = { pauseOnConnect: true, allowHalfOpen: true, noDelay: true };
  const servers = await listenOn(hosts, port, () => createServer(options, take));
  return {
    add(worker) {
      worker.on('message', (message: unknown) => {
        if (!isConnectionMessage(message)) return;
        assigned.get(message.connection)?.socket.destroy();
        assigned.delete(message.connection);
      });
      worker.once('exit', () => {
        if (workers.includes(worker)) workers.splice(workers.indexOf(worker), 1);
        for (const [connection, to] of assigned) if (to.worker === worker) reassign(connection);
      });
      if (worker.isDead()) return;
      workers.push(worker);
      for (const [socket, timer] of waiting) {
        clearTimeout(timer);
        waiting.delete(socket);
        assign(socket);
      }
    },
    close() {
      for (const server of servers) server.close();
      for (const timer of waiting.values()) clearTimeout(timer);
      for (const socket of waiting.keys()) refuse(socket);
    },
  };
}

/** The response of every endpoint while no worker runs. */
function unavailable(): string {
  const message = 'The service is temporarily unavailable. Try again in a moment.';
  const body = JSON.stringify({ error: 'SERVICE_UNAVAILABLE', message, requestId: randomUUID() });
  return [
    'HTTP/1.1 503 Service Unavailable',
    'Retry-After: 1',
    'Cache-Control: no-store',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
