import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { createTestDatabase } from '@org/identity-dev-postgres';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import { freePort, startProcess } from '../support/server-process.js';
import { testSecret } from '../support/test-server.js';

/** Sends a request on the only connection of an agent. */
async function sendRequest(
  agent: Agent,
  url: string,
): Promise<{ sent: ClientRequest; response: IncomingMessage; body: string }> {
  const sent = request(url, { agent });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let body = '';
  for await (const chunk of response.setEncoding('utf8')) body += chunk;
  return { sent, response, body };
}

const isRefused = (url: string) =>
  sendRequest(new Agent(), url).then(
    () => false,
    () => true,
  );

for (const workers of ['1', '2']) {
  test(`with WORKERS=${workers} a server that stops answers what comes over its idle connections, then closes them`, async (t) => {
    t.timeout(600_000);
    const database = await createTestDatabase({ withDemoData: true });
    const port = String(await freePort());
    const server = await startProcess({
      PORT: port,
      ISSUER: `http://127.0.0.1:${port}`,
      DATABASE_URL: database.url,
      IDENTITY_SECRET: testSecret,
      WORKERS: workers,
    });
    // Before this line, only one of two workers may be running.
    await until(() => Promise.resolve(server.output().includes('is ready at')));
    const url = `${server.url}/api/users/me`;
    const [used, unused] = Array.from({ length: 2 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    t.teardown(async () => {
      used?.destroy();
      unused?.destroy();
      await database.drop();
    });
    if (!used || !unused) return;
    const before = await sendRequest(used, url);
    const socket = before.sent.socket as Socket;
    const idle = (await sendRequest(unused, url)).sent.socket as Socket;
    const closed = Promise.all([socket, idle].map((each) => once(each, 'close')));

    const ended = server.end('SIGTERM');
    await until(() => isRefused(url));
    // The port of several workers is closed a moment before each of them gets the signal.
    const after = await until(async () => {
      const next = await sendRequest(used, url);
      t.is(next.sent.socket, socket);
      return next.response.headers.connection === 'close' && next;
    });
    t.deepEqual([after.response.statusCode, JSON.parse(after.body).error], [401, 'UNAUTHORIZED']);
    // Neither connection ended with an error such as a reset.
    t.deepEqual(await closed, [[false], [false]]);
    t.is(await ended, 0);
  });
}
