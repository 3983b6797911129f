import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Relay {
  /** Returns the given URL with the relay's port. */
  through(url: string): string;
  /** Forwards new connections to the port of this URL. */
  leadTo(url: string): void;
  stop(): Promise<void>;
}

/** A fixed port in front of a server whose port changes at a restart. */
export async function startRelay(): Promise<Relay> {
  let target = 0;
  const open = new Set<Socket>();
  const server = createServer((caller) => {
    const called = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [caller, called],
      [called, caller],
    ] as const) {
      open.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    caller.pipe(called).pipe(caller);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    through: (url) => Object.assign(new URL(url), { port: String(port) }).href,
    leadTo: (url) => {
      target = Number(new URL(url).port);
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
