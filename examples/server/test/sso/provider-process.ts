import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@org/identity-testing/until';

/** An empty folder for one provider. `npm run test:sso` deletes those of tests that were interrupted. */
export const providerFolder = (name: string): Promise<string> =>
  mkdtemp(join(process.env['PROVIDER_FOLDERS'] ?? tmpdir(), `identity-${name}-`));

/** Starts another project's server and waits until a URL of it responds. Stopping it deletes its folder. */
export async function startProvider(
  [command, ...args]: readonly [string, ...string[]],
  { folder, readyUrl, env = {} }: { folder: string; readyUrl: string; env?: Record<string, string> },
): Promise<{ stop(): Promise<void> }> {
  // It ends with the thread of the test, also if that is interrupted.
  const child = spawn('setpriv', ['--pdeathsig', 'TERM', command, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-10_000);
    });
  const ended = once(child, 'close');
  const failed = ended.then(() => {
    throw new Error(`${command} ended before it was ready:\n${output}`);
  });
  failed.catch(() => undefined);
  const isReady = () =>
    fetch(readyUrl).then(
      ({ ok }) => ok,
      () => false,
    );
  await Promise.race([failed, until(isReady)]).catch(async (error: unknown) => {
    child.kill('SIGKILL');
    throw new Error(`${command} did not respond at ${readyUrl}:\n${output}`, { cause: error });
  });
  return {
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
