import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runStep } from './run-step.mjs';

const host = fileURLToPath(new URL('./host/', import.meta.url));

/** Creates a project with the host of this folder, and installs packed packages into it, as a team would. */
export async function installVersion(folder, packed) {
  mkdirSync(folder);
  const tarballs = readdirSync(packed).filter((name) => name.endsWith('.tgz'));
  if (tarballs.length === 0) throw new Error(`No packages were packed into ${packed}.`);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'host', private: true, type: 'module' }));
  cpSync(host, folder, { recursive: true });
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const files = tarballs.map((name) => join(packed, name));
  const flags = ['--prefer-offline', '--no-audit', '--no-fund'];
  await runStep(npm, ['install', ...flags, ...files, 'koa@^3.2.0'], { cwd: folder });
  const node = (...args) => runStep(process.execPath, args, { cwd: folder });
  return {
    folder,
    migrate: (databaseUrl) =>
      runStep(join(folder, 'node_modules/.bin/identity-server'), ['migrate', '--database-url', databaseUrl], {
        cwd: folder,
      }),
    seed: (databaseUrl, file) => node('seed.mjs', databaseUrl, file),
    /** The same with a version of the plugin that has a table of its own. Releases up to 0.2.1 know no such plugins. */
    withPlugin: (pluginVersion) => ({
      folder,
      pluginVersion,
      migrate: (databaseUrl) => node('migrate.mjs', databaseUrl, String(pluginVersion)),
    }),
  };
}
