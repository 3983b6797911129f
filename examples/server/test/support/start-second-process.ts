import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { IdentityServerOptions } from '@org/identity-server';

const script = fileURLToPath(new URL('./second-process.js', import.meta.url));

export interface SecondProcess {
  readonly url: string;
  /** Lets requests in flight finish, and waits for the end of the process. */
  stop(): Promise<number | null>;
}

/** Starts a server process on the database of another, and waits until it listens. */
export async function startSecondProcess(
  databaseUrl: string,
  issuer: string,
  options: Partial<IdentityServerOptions> = {},
): Promise<SecondProcess> {
  const values = [script, databaseUrl, issuer, JSON.stringify(options)];
  const child = spawn(process.execPath, values, { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const [line] = (await Promise.race([
    once(child.stdout.setEncoding('utf8'), 'data'),
    exited.then(() => Promise.reject(new Error('The second process ended before it listened.'))),
  ])) as [string];
  return {
    url: line.trim(),
    async stop() {
      child.stdin.end();
      const [code] = (await exited) as [number | null];
      return code;
    },
  };
}
