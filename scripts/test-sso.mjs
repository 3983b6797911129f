// Signs in with identity providers of other projects, in a browser. Needs the Debian packages that are named below.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { missingPackages } from './test/provider-packages.mjs';

const missing = missingPackages();
if (missing.length > 0) {
  console.error(`npm run test:sso needs Debian packages that are not installed. Install them first:

  apt-get install --no-install-recommends ${missing.join(' ')}
`);
  process.exit(1);
}

const tests = fileURLToPath(new URL('test.mjs', import.meta.url));
const config = fileURLToPath(new URL('../ava.sso.config.mjs', import.meta.url));
const args = [tests, '--config', config, ...process.argv.slice(2)];
const folders = await mkdtemp(join(tmpdir(), 'identity-sso-'));
const child = spawn(process.execPath, args, {
  env: { ...process.env, PROVIDER_FOLDERS: folders },
  stdio: 'inherit',
});
// The databases are still deleted.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
const [code] = await once(child, 'close');
await rm(folders, { recursive: true, force: true });
process.exitCode = code ?? 1;
