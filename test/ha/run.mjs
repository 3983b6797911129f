import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fastFolder } from './fast-folder.mjs';
import { removeLeftovers } from './leftovers.mjs';
import { makeNetwork, removeNetwork, spacesOf } from './network.mjs';
import { readOptions } from './options.mjs';
import { requirePackages } from './packages.mjs';

const options = readOptions(process.argv.slice(2));
await requirePackages();
await removeLeftovers();
const { prepare } = await import('../../scripts/prepare.mjs');
await prepare();

const run = `idha${process.pid}`;
const folder = await mkdtemp(join(await fastFolder(), `${run}-`));
// The user `postgres` has folders in it.
await chmod(folder, 0o755);
const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => stop.abort(name));
const deadline = setTimeout(() => stop.abort('the deadline'), options.minutes * 60_000);
let code = 1;
try {
  await makeNetwork(run);
  const main = fileURLToPath(new URL('main.mjs', import.meta.url));
  const args = ['netns', 'exec', spacesOf(run).hub, process.execPath, main, run, folder, JSON.stringify(options)];
  const child = spawn('ip', args, { stdio: 'inherit' });
  stop.signal.addEventListener('abort', () => child.kill('SIGKILL'), { once: true });
  if (stop.signal.aborted) child.kill('SIGKILL');
  [code] = await once(child, 'exit');
  if (stop.signal.aborted) console.error(`Ended by ${stop.signal.reason}.`);
} finally {
  clearTimeout(deadline);
  await removeNetwork(run);
  if (options.keep) console.log(`The logs are in ${folder}.`);
  else await rm(folder, { recursive: true, force: true });
}
process.exitCode = code ?? 1;
