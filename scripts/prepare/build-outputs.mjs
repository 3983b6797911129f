import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { filesBelow, packageFolders, root } from './paths.mjs';

// The tests of the workspace as a whole belong to its root.
const folders = () => ['.', ...packageFolders()];

const source = /(?<!\.d)\.([cm]?)tsx?$/;
const output = /\.(?:d\.)?([cm]?)(?:js|ts)(?:\.map)?$/;
const compiledFolders = ['src', 'test'];

/** Lists sources that have no compiled file, each with the folder of its package. */
export function missingOutputs() {
  return folders()
    .filter((folder) => existsSync(join(root, folder, 'tsconfig.json')))
    .flatMap((folder) =>
      compiledFolders
        .flatMap((name) => filesBelow(join(folder, name), { matching: source, alsoGenerated: true }))
        .filter((file) => !existsSync(join(root, folder, 'dist', relative(folder, file).replace(source, '.$1js'))))
        .map((file) => ({ folder, file })),
    );
}

/** Lists compiled files whose source no longer exists. */
export function orphanedOutputs() {
  return folders().flatMap((folder) =>
    compiledFolders.flatMap((name) => {
      const dist = join(root, folder, 'dist');
      return allFiles(join(dist, name)).filter((path) => {
        const stem = join(root, folder, relative(dist, path)).replace(output, '.$1ts');
        return output.test(path) && !existsSync(stem) && !existsSync(`${stem}x`);
      });
    }),
  );
}

function allFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}
