import { connect, createServer, type Socket } from 'node:net';
import test from 'ava';
import { commandTimeouts, serverTimeouts } from '../../src/connection/database-timeouts.js';
import { probeDatabase, probeLimit } from '../../src/connection/probe-database.js';
import { useDatabase } from '../support/use-database.js';

const database = useDatabase(test);

/** A proxy in front of the database that passes nothing on until it is opened. */
async function closedProxy(t: { teardown(end: () => void): void }) {
  const { hostname, port } = new URL(database.url);
  const sockets: Socket[] = [];
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const proxy = createServer((socket) => {
    const target = connect(Number(port), hostname);
    sockets.push(socket, target);
    for (const one of [socket, target]) one.on('error', () => undefined);
    void opened.then(() => socket.pipe(target).pipe(socket));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    proxy.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = proxy.address();
  const url = new URL(database.url);
  url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return { url: url.href, open };
}

test('a command waits longer for a slow database than a server, whose requests fail within two seconds', (t) => {
  t.is(probeLimit(serverTimeouts.connection), 700);
  t.is(probeLimit(commandTimeouts.connection), 3_500);
  t.is(probeLimit(100), 700);
});

test('a probe waits for a slow database as long as it is told', async (t) => {
  const { url, open } = await closedProxy(t);
  await t.throwsAsync(probeDatabase(url, 100), { name: 'NoResponseError', message: /within 100 ms/u });
  const probed = probeDatabase(url, 600_000);
  open();
  await t.notThrowsAsync(probed);
});
