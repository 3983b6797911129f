import type { Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { listenOn } from './listen-on.js';

/** How long a connection waits while there is no worker. */
const waitMilliseconds = 1_000;

/** What the worker is sent together with a connection, and sends back once it has it. */
export interface ConnectionMessage {
  readonly connection: number;
}

/** Whether a message between processes is about a connection. */
export function isConnectionMessage(message: unknown): message is ConnectionMessage {
  return typeof message === 'object' && message !== null && 'connection' in message;
}

export interface SharedPort {
  /** Gives connections to this worker, until it ends. */
  add(worker: Worker): void;
  /** Takes no new connections. */
  close(): void;
}

/**
 * Opens the port and gives its connections to the workers in turn. Node's own way to do that loses a connection whose worker
 * dies before it has taken it: nobody ever answers. Here it is given to the next worker; without one it gets a 503 soon.
 */
export async function sharePort(hosts: readonly (string | undefined)[], port: number): Promise<SharedPort> {
  const workers: Worker[] = [];
  const given = new Map<number, { socket: Socket; worker: Worker }>();
  const waiting = new Map<Socket, NodeJS.Timeout>();
  let count = 0;

  const give = (socket: Socket) => {
    const worker = workers.find((each) => each.isConnected());
    if (!worker) {
      waiting.set(
        socket,
        setTimeout(() => refuse(socket), waitMilliseconds),
      );
      return;
    }
    // Its turn comes again after all others.
    workers.push(...workers.splice(workers.indexOf(worker), 1));
    count += 1;
    const connection = count;
    given.set(connection, { socket, worker });
    // Kept open here until the worker has it.
    worker.send({ connection }, socket, { keepOpen: true }, (error) => error && setImmediate(giveAgain, connection));
  };
  const giveAgain = (connection: number) => {
    const socket = given.get(connection)?.socket;
    if (given.delete(connection) && socket) give(socket);
  };
  const refuse = (socket: Socket) => {
    waiting.delete(socket);
    // What was sent is read: a connection that is closed with unread data is reset, and the response may be lost.
    socket.setTimeout(waitMilliseconds, () => socket.destroy());
    socket.resume().end(unavailable());
  };

  const take = (socket: Socket) => {
    // A connection that its client breaks off is no fault of ours.
    socket.on('error', () => undefined);
    give(socket);
  };
  const options = { pauseOnConnect: true, allowHalfOpen: true, noDelay: true };
  const servers = await listenOn(hosts, port, () => createServer(options, take));
  return {
    add(worker) {
      worker.on('message', (message: unknown) => {
        if (!isConnectionMessage(message)) return;
        given.get(message.connection)?.socket.destroy();
        given.delete(message.connection);
      });
      worker.once('exit', () => {
        if (workers.includes(worker)) workers.splice(workers.indexOf(worker), 1);
        for (const [connection, to] of given) if (to.worker === worker) giveAgain(connection);
      });
      if (worker.isDead()) return;
      workers.push(worker);
      for (const [socket, timer] of waiting) {
        clearTimeout(timer);
        waiting.delete(socket);
        give(socket);
      }
    },
    close() {
      for (const server of servers) server.close();
      for (const timer of waiting.values()) clearTimeout(timer);
      for (const socket of waiting.keys()) refuse(socket);
    },
  };
}

/** The answer of every endpoint while no worker runs. */
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
