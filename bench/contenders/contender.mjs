import { once } from 'node:events';
import { createServer } from 'node:http';

/** Opens the port of a contender, before any code that needs the port. */
export async function openPort() {
  const http = createServer();
  http.keepAliveTimeout = 60_000;
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return { http, issuer: `http://127.0.0.1:${http.address().port}` };
}

/** Tells the runner that the contender is ready, and handles the runner's requests until it disconnects. */
export function answerRunner({ issuer, answers = {}, close = () => Promise.resolve() }) {
  const known = { usage, memory, resident, ...answers };
  process.on('message', async ({ id, ask, input }) => {
    try {
      process.send({ id, result: await known[ask](input) });
    } catch (error) {
      process.send({ id, error: error.stack });
    }
  });
  process.once('disconnect', () => close().finally(() => process.exit(0)));
  process.send({ ready: true, issuer });
}

/** CPU of all threads in milliseconds. */
async function usage() {
  const { user, system } = process.cpuUsage();
  return { cpu: (user + system) / 1000 };
}

/** Bytes in use after garbage collection; a separate call, because collecting takes CPU. */
async function memory() {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Bytes of memory that the process has from the system, after garbage collection. */
async function resident() {
  globalThis.gc?.();
  return process.memoryUsage.rss();
}
