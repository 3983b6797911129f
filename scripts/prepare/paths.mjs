import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
/** Stored inside node_modules: deleting node_modules also deletes this state. */
export const stateFolder = join(root, 'node_modules', '.identity');

const neverEntered = new Set(['node_modules', 'dist', 'generated']);

/** Lists the files below a folder, relative to the root, except installed, built or generated ones. */
export function filesBelow(folder, { matching, alsoGenerated = false }) {
  return entriesOf(join(root, folder)).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isFile()) return matching.test(entry.name) ? [path] : [];
    const skipped =
      entry.name.startsWith('.') || (neverEntered.has(entry.name) && !(alsoGenerated && entry.name === 'generated'));
    return entry.isDirectory() && !skipped ? filesBelow(path, { matching, alsoGenerated }) : [];
  });
}

/** Lists the folders of the workspace's packages, relative to the root. */
export function packageFolders() {
  return ['packages', 'examples'].flatMap((parent) => {
    if (!existsSync(join(root, parent))) return [];
    return readdirSync(join(root, parent))
      .map((name) => join(parent, name))
      .filter((folder) => existsSync(join(root, folder, 'package.json')));
  });
}

function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    // The folder of a database, which only its own account can read, contains none of our files.
    if (['ENOENT', 'EACCES', 'EPERM'].includes(error.code)) return [];
    throw error;
  }
}
