import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface CountedStatements {
  /** The URL of the same database, through the counter. */
  url: string;
  /** The text of every statement that was sent since the start or since `statements.length = 0`, oldest first. */
  statements: string[];
  stop(): Promise<void>;
}

/** Passes all connections on to PostgreSQL and reads which statements they send, whatever part of a process sends them. */
export async function countStatements(databaseUrl: string): Promise<CountedStatements> {
  const target = new URL(databaseUrl);
  const statements: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    client.on('data', reader(statements));
    client.pipe(database).pipe(client);
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    statements,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Reads the messages of one connection: https://www.postgresql.org/docs/current/protocol-message-formats.html */
function reader(statements: string[]): (data: Buffer) => void {
  const prepared = new Map<string, string>();
  const portals = new Map<string, string>();
  let rest: Buffer = Buffer.alloc(0);
  // Only the first message of a connection has no type.
  let typeBytes = 0;
  return (data) => {
    rest = Buffer.concat([rest, data]);
    while (rest.length >= typeBytes + 4) {
      const end = typeBytes + rest.readUInt32BE(typeBytes);
      if (rest.length < end) return;
      const type = typeBytes === 0 ? '' : String.fromCharCode(rest[0] ?? 0);
      const [first = '', second = ''] = rest.toString('utf8', typeBytes + 4, end).split('\0');
      if (type === 'P') prepared.set(first, second);
      if (type === 'B') portals.set(first, prepared.get(second) ?? '');
      if (type === 'Q') statements.push(first);
      if (type === 'E') statements.push(portals.get(first) ?? '');
      rest = rest.subarray(end);
      typeBytes = 1;
    }
  };
}
