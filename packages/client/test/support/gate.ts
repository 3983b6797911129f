import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy in front of a server, as bad as the tests need it. */
export interface Gate {
  readonly issuer: string;
  /** Keeps what the server sends, on connections that stay open. */
  hold(): void;
  /** Sends what was kept, and everything from now on at once. */
  release(): void;
  /** Sends everything later by so many milliseconds, in its order. */
  delay(milliseconds: number): void;
  /** Ends all connections and accepts no more. */
  cut(): void;
  /** Accepts connections again. */
  open(): void;
  stop(): Promise<void>;
}

export async function startGate(target: string): Promise<Gate> {
  const port = Number(new URL(target).port);
  const sockets = new Set<Socket>();
  let kept: (() => void)[] | undefined;
  let milliseconds = 0;
  let isCut = false;
  const server = createServer((caller) => {
    const called = connect(port, '127.0.0.1');
    for (const [socket, other] of [
      [caller, called],
      [called, caller],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    if (isCut) caller.destroy();
    caller.pipe(called);
    called.on('data', (piece) => {
      const forward = () => void caller.write(piece);
      if (kept) kept.push(forward);
      else if (milliseconds > 0) setTimeout(forward, milliseconds);
      else forward();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold() {
      kept ??= [];
    },
    release() {
      for (const forward of kept ?? []) forward();
      kept = undefined;
    },
    delay(time) {
      milliseconds = time;
    },
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    open() {
      isCut = false;
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
