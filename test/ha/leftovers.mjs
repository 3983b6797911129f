import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { removeNetwork } from './network.mjs';

const execute = promisify(execFile);

/** Removes what an earlier run left behind because it was killed. */
export async function removeLeftovers() {
  const { stdout } = await execute('ip', ['netns', 'list']);
  const runs = new Set([...stdout.matchAll(/^(idha(\d+))-/gmu)].map(([, run]) => run));
  for (const run of runs) {
    try {
      process.kill(Number(run.slice('idha'.length)), 0);
    } catch {
      await removeNetwork(run);
    }
  }
}
