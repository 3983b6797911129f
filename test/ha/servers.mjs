import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { databaseUrl } from './cluster.mjs';
import { signal, start, waitFor } from './processes.mjs';

const main = fileURLToPath(new URL('../../examples/server/dist/src/main.js', import.meta.url));
const port = 4000;
export const secret = 'a secret for this run only, of more than 32 characters';
export const issuer = `http://127.0.0.1:${port}`;

/** Two processes of the example server with one issuer. They listen on two loopback IPs. */
export async function startServers(folder) {
  const servers = ['127.0.0.1', '127.0.0.2'].map((host, index) => createServer(folder, host, index + 1));
  for (const server of servers) server.start();
  for (const server of servers) await server.untilReady();
  return servers;
}

function createServer(folder, host, number) {
  let running;
  const url = `http://${host}:${port}`;
  return {
    name: `server ${number}`,
    url,
    start() {
      const env = {
        PATH: process.env.PATH,
        HOST: host,
        PORT: String(port),
        ISSUER: issuer,
        DATABASE_URL: databaseUrl,
        IDENTITY_SECRET: secret,
        SEED_DEMO: 'false',
        // The load comes from many networks, as `X-Forwarded-For` says: otherwise the limits would stop it.
        TRUST_PROXY: '1',
        // So that a second use of a refresh token is never accepted.
        REFRESH_GRACE_SECONDS: '0',
        DATA_DIR: join(folder, `server${number}`),
        LOG_LEVEL: 'warn',
      };
      running = start(process.execPath, [main], { env, log: join(folder, `server${number}.log`) });
    },
    async kill() {
      signal(running.child.pid, 'SIGKILL');
      await running.ended;
    },
    untilReady: () =>
      waitFor(`server ${number}`, async () => {
        if (running.child.exitCode !== null) throw new Error(`Server ${number} ended: see ${running.log}.`);
        const response = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(3_000) }).catch(() => undefined);
        return response?.status === 200;
      }),
  };
}
