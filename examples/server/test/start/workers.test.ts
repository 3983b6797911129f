import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@org/identity-dev-postgres';
import { until } from '@org/identity-testing/until';
import test from 'ava';
import { freePort, startProcess } from '../support/server-process.js';
import { call, signIn } from '../support/sign-in.js';
import { testSecret } from '../support/test-server.js';

/** The process ids of the workers, when there are two. */
const untilTwo = (pid: number | undefined) =>
  until(async () => {
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    const workers = children.trim().split(' ');
    return workers.length === 2 && workers;
  });

// Linux lists the children of a process in a file.
const linuxTest = process.platform === 'linux' ? test : test.skip;

linuxTest('two workers share the port, one that is killed is replaced, and a signal ends them all', async (t) => {
  const database = await createTestDatabase({ withDemoData: true });
  const directory = await mkdtemp(join(tmpdir(), 'identity-workers-'));
  t.teardown(async () => {
    await database.drop();
    await rm(directory, { recursive: true, force: true });
  });
  const [port, metricsPort] = [String(await freePort()), String(await freePort())];
  const issuer = `http://127.0.0.1:${port}`;
  const variables = {
    DATABASE_URL: database.url,
    DATA_DIR: directory,
    IDENTITY_SECRET: testSecret,
    WORKERS: '2',
    METRICS_PORT: metricsPort,
  };
  const server = await startProcess({ PORT: port, ISSUER: issuer, ...variables });
  await until(() => Promise.resolve(server.output().includes('is ready at')));

  const before = await signIn(issuer);
  // The sum includes all workers, whichever of them handled the requests.
  const numbers = await fetch(`http://127.0.0.1:${metricsPort}/metrics`).then((response) => response.text());
  t.regex(numbers, /^identity_sign_ins_total\{method="password",result="succeeded"\} 1$/mu);
  t.is((await fetch(`${issuer}/metrics`)).status, 404);

  const [first] = await untilTwo(server.child.pid);
  process.kill(Number(first), 'SIGKILL');
  await until(() => Promise.resolve(server.output().includes('Starting another one')));
  t.is((await call(issuer, '/api/users/me', before.tokens.access_token)).status, 200);
  t.false((await untilTwo(server.child.pid)).includes(String(first)));

  t.is(await server.end('SIGTERM'), 0);
  await t.throwsAsync(fetch(`${issuer}/health`));
});

/** The status of a request on a separate connection. Fails if the request hangs. */
async function statusOf(url: string, connected = () => {}): Promise<number> {
  const sent = request(url, { agent: false, timeout: 60_000 }, (response) => response.resume());
  sent.once('socket', (socket) => socket.once('connect', connected));
  sent.once('timeout', () => sent.destroy(new Error('No response.')));
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response.statusCode ?? 0;
}

linuxTest('when all workers die at once, no request hangs that none of them has taken', async (t) => {
  t.timeout(600_000);
  const database = await createTestDatabase({ withDemoData: true });
  t.teardown(() => database.drop());
  const port = String(await freePort());
  const server = await startProcess({
    PORT: port,
    ISSUER: `http://127.0.0.1:${port}`,
    DATABASE_URL: database.url,
    IDENTITY_SECRET: testSecret,
    WORKERS: '2',
  });
  await until(() => Promise.resolve(server.output().includes('is ready at')));
  const workers = (await untilTwo(server.child.pid)).map(Number);
  // The stopped workers take none of the connections that follow.
  for (const pid of workers) process.kill(pid, 'SIGSTOP');
  let connected = 0;
  const asked = Array.from({ length: 6 }, () => statusOf(`${server.url}/health`, () => (connected += 1)));
  await until(() => Promise.resolve(connected === asked.length));
  for (const pid of workers) process.kill(pid, 'SIGKILL');

  for (const status of await Promise.all(asked)) t.true(status === 200 || status === 503, String(status));
  await until(async () => (await statusOf(`${server.url}/health`)) === 200);
  t.is(await server.end('SIGTERM'), 0);
});
