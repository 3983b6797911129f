import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildInfoFiles } from './build-projects.mjs';
import { packageFolders, root } from './paths.mjs';
import { runCommand } from './run-command.mjs';
import { hashOf, StepFailed } from './step.mjs';

/** The package manager of the workspace. */
export const pnpm = 'pnpm@12.18.0';
const networkFailure =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ERR_PNPM_META_FETCH_FAIL)\b/;

/** Installs the packages in the lock file. */
export const install = {
  name: 'install',
  announcement: 'Installing packages',
  inputs: () => {
    const manifests = ['.', ...packageFolders()].map((folder) => join(folder, 'package.json'));
    // Some packages contain binaries for one platform; a folder shared between two machines must be installed again.
    return hashOf(['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests], pnpm, process.platform, process.arch);
  },
  outputsExist: () =>
    ['.', ...packageFolders()].every(isInstalled) && existsSync(join(root, 'node_modules', '.modules.yaml')),
  run: async () => {
    const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx';
    // With CI set, pnpm does not ask before it replaces what another package manager installed.
    const result = await runCommand(npx, ['--yes', pnpm, 'install', '--frozen-lockfile'], {
      env: { CI: 'true' },
    }).catch((error) => {
      throw new StepFailed(`npx, which comes with npm, could not be started: ${error.message}`);
    });
    if (result.code === 0) return forgetBuilds();
    const code = networkFailure.exec(result.output)?.[0];
    if (code)
      throw new StepFailed(`The packages could not be installed because the npm registry cannot be reached (${code}).`);
    throw new StepFailed(`The packages could not be installed:\n${result.output.split('\n').slice(-30).join('\n')}`);
  },
};

/** Deletes the compiler's build info, which remembers what it found in the previous packages. */
function forgetBuilds() {
  for (const folder of packageFolders())
    for (const file of buildInfoFiles) rmSync(join(root, folder, 'dist', file), { force: true });
}

/** Checks that the packages exist; the node_modules of a single package may have been deleted. */
function isInstalled(folder) {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const [name] = Object.keys({ ...dependencies, ...devDependencies });
  return name === undefined || existsSync(join(root, folder, 'node_modules', name));
}
