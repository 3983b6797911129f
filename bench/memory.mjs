import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startTemporaryPostgres } from '../packages/dev-postgres/dist/src/index.js';
import { migrate, seed } from '../packages/server/dist/src/index.js';
import { root } from '../scripts/prepare/paths.mjs';
import { capacityRequests, capacitySeed } from './capacity-requests.mjs';
import { application, web } from './fixtures.mjs';
import { connections, form, formHeaders } from './load.mjs';
import { loadWithAutocannon } from './load-with-autocannon.mjs';
import { pacedLoad } from './paced-load.mjs';
import { pathsOf } from './paths.mjs';
import { machine, writePart } from './write-docs.mjs';

/** A second: one client may get a hundred tokens. */
const rates = { machine: 80, signIn: 10, refresh: 60 };
const bar = 220;

/** Measures the memory of the program that `npm start`, the container and the systemd unit run, with their settings. */
export async function measureMemory({ seconds = 60, pause = 30, write = false } = {}) {
  const postgres = await startTemporaryPostgres();
  let server;
  try {
    await migrate({ databaseUrl: postgres.url });
    await seed({ databaseUrl: postgres.url, data: capacitySeed });
    server = await startAsInProduction(postgres.url);
    const atStart = await server.resident();
    const requests = await capacityRequests(server);
    const [sent, { requests: answered, failed, why }] = await Promise.all([
      pacedLoad(requests, rates, seconds),
      // As many as the machine can do.
      loadWithAutocannon(server.issuer, readsWith(requests.accessToken()), { seconds, parallel: connections }),
    ]);
    if (failed > 0) throw new Error(`${failed} requests failed: ${why}`);
    const underLoad = await server.resident();
    await delay(pause * 1000);
    const afterPause = await server.resident();
    const count = Object.values(sent).reduce((sum, one) => sum + one, answered);
    const load = `${seconds} s of load (${count} requests, ${sent.signIn} of them sign-ins)`;
    const text = [
      `${atStart} MB after the start, ${underLoad} MB after ${load}, ${afterPause} MB`,
      `${pause} s later (goal: ${bar} MB). ${await machine()}`,
    ].join('\n');
    if (write) await writePart('memory', text);
    return text;
  } finally {
    await server?.end();
    await postgres.stop();
  }
}

/** userinfo, introspection and license check, in turn. */
const readsWith = (token) => {
  const paths = pathsOf('identity');
  const headers = { authorization: `Bearer ${token}` };
  return [
    { path: paths.userinfo, headers },
    { method: 'POST', path: paths.introspection, headers: formHeaders(web), body: form({ token }) },
    { path: `/api/integration/licenses/check?applicationId=${application.id}`, headers },
  ];
};

async function startAsInProduction(databaseUrl) {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['examples/server/dist/bundle/main.js'], {
    cwd: root,
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      NODE_OPTIONS: process.env.NODE_OPTIONS ?? '',
      // As in package.json, the Containerfile and the systemd unit.
      MALLOC_ARENA_MAX: '2',

      PORT: String(port),
      ISSUER: issuer,
      ALLOW_HTTP_ISSUER: 'true',
      IDENTITY_SECRET: 'a secret for measurements only, of more than 32 characters',
      DATABASE_URL: databaseUrl,
    },
  });
  const exited = once(child, 'exit');
  const isReady = () =>
    fetch(`${issuer}/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error('The server did not start.');
    await delay(100);
  }
  const resident = async () => {
    const status = await readFile(join('/proc', String(child.pid), 'status'), 'utf8');
    return Math.round(Number(/VmRSS:\s+(\d+) kB/u.exec(status)?.[1]) / 1024);
  };
  const end = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  return { issuer, resident, end };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
