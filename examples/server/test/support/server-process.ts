import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../src/main.js', import.meta.url));
/** The program that `npm start` and the container run. */
export const builtMain = fileURLToPath(new URL('../../bundle/main.js', import.meta.url));

// Long enough for a machine that runs many tests at once.
const timeouts = { DATABASE_WAIT_MS: '30000' };

/** Returns a port that is free at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export interface ServerProcess {
  child: ChildProcess;
  /** The URL of this process; its issuer can be different. */
  url: string;
  output(): string;
  /** Sends a signal and waits for the end of the process. Returns the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts the example server, or another program, as a process and waits until `/ready` reports success. */
export async function startProcess(
  variables: Record<string, string>,
  program = main,
  url?: string,
): Promise<ServerProcess> {
  const server = spawnServer(variables, program);
  const ended = once(server.child, 'exit').then(() => {
    throw new Error(`The server ended before it was ready:\n${server.output()}`);
  });
  ended.catch(() => {});
  await Promise.race([ended, untilReady(url ?? server.url)]);
  return server;
}

/** Starts the example server without waiting. */
export function spawnServer(variables: Record<string, string>, program = main): ServerProcess {
  const environment = {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    ...timeouts,
    ...variables,
  };
  const child = spawn(process.execPath, [program], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = once(child, 'exit');
  return {
    child,
    url: `http://127.0.0.1:${variables['PORT']}`,
    output: () => output,
    async end(signal) {
      child.kill(signal);
      const [code] = (await exited) as [number | null];
      return code;
    },
  };
}

async function untilReady(url: string): Promise<void> {
  for (;;) {
    const ready = await fetch(`${url}/ready`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    // Pauses, because the starting process needs the CPU.
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
