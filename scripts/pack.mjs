// Packs every package that users install. Usage: node scripts/pack.mjs <folder>
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pnpm } from './prepare/install.mjs';
import { packageFolders, root } from './prepare/paths.mjs';
import { runCommand } from './prepare/run-command.mjs';
import { prepare } from './prepare.mjs';

const folder = process.argv[2];
if (folder === undefined) {
  console.error('Name the folder that the packages go into.');
  process.exit(1);
}
await prepare({ quiet: true });
const published = packageFolders().filter((name) => {
  const manifest = JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8'));
  return manifest.private !== true;
});
// pnpm instead of npm: the packages refer to each other by "workspace:*", which only pnpm replaces by a version.
const filters = published.flatMap((name) => ['--filter', `./${name}`]);
const { code, output } = await runCommand(process.platform === 'win32' ? 'npx.cmd' : 'npx', [
  '--yes',
  pnpm,
  '--recursive',
  ...filters,
  'pack',
  '--pack-destination',
  resolve(folder),
]);
console.log(output);
process.exitCode = code ?? 1;
