import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@org/identity-dev-postgres';
import test from 'ava';
import { freePort, startProcess } from './support/server-process.js';
import { call, signIn } from './support/sign-in.js';
import { testSecret } from './support/test-server.js';
import { until } from './support/until.js';

/** The processes of the workers, once there are two. */
const untilTwo = (pid: number | undefined) =>
  until(async () => {
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    const workers = children.trim().split(' ');
    return workers.length === 2 && workers;
  });

// Linux tells the children of a process in a file.
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
  // Whichever workers answered, the sum has all of them.
  const numbers = await fetch(`http://127.0.0.1:${metricsPort}/metrics`).then((answer) => answer.text());
  t.regex(numbers, /^identity_sign_ins_total\{method="password",result="succeeded"\} 1$/mu);
  t.is((await fetch(`${issuer}/metrics`)).status, 404);

  const [first] = await untilTwo(server.child.pid);
  process.kill(Number(first), 'SIGKILL');
  await until(() => Promise.resolve(server.output().includes('another one takes its place')));
  t.is((await call(issuer, '/api/users/me', before.tokens.access_token)).status, 200);
  t.false((await untilTwo(server.child.pid)).includes(String(first)));

  t.is(await server.end('SIGTERM'), 0);
  await t.throwsAsync(fetch(`${issuer}/health`));
});
