import { createHash, randomBytes } from 'node:crypto';
import { access, chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Account } from '../processes/run-program.js';
import { canOwnDataIn } from './reachability.js';
import { serviceAccount } from './service-account.js';
import { ensureSystemFolder } from './system-folder.js';

/** Where the files of a server are, and the operating system account that it runs as. */
export interface DataLocation {
  /** The folder with the subfolder `data`, the password and the settings. */
  home: string;
  account: Account;
}

const noteName = 'where-the-data-is.txt';

/**
 * Chooses the requested folder. If the server's account cannot access it, chooses a folder in the system folder instead, and
 * leaves a note about it in the requested folder.
 */
export async function chooseDataLocation(requested: string, systemFolder: string): Promise<DataLocation> {
  const account = await serviceAccount(join(requested, 'data'));
  if (!account) return { home: requested, account };
  await openIfNew(requested);
  if (await canOwnDataIn(account, requested)) return { home: requested, account };
  const parent = join(systemFolder, 'postgres');
  await ensureSystemFolder(systemFolder);
  await ensureSystemFolder(parent);
  const home = (await notedHome(requested, parent)) ?? (await newHome(requested, parent));
  return { home, account: await serviceAccount(join(home, 'data')) };
}

/** Lets other accounts traverse a new folder, even one that mkdtemp made private. The files in it stay private. */
async function openIfNew(requested: string): Promise<void> {
  const names = await readdir(requested);
  if (names.every((name) => name.startsWith('lock'))) await chmod(requested, (await stat(requested)).mode | 0o011);
}

async function notedHome(requested: string, parent: string): Promise<string | undefined> {
  const note = await readFile(join(requested, noteName), 'utf8').catch(() => '');
  const home = note.trim().split('\n').at(-1) ?? '';
  // In a copied or moved project, the note still names the data of the original project.
  const isOurs = dirname(home) === parent && basename(home).startsWith(`${keyOf(requested)}-`);
  return isOurs &&
    (await access(home).then(
      () => true,
      () => false,
    ))
    ? home
    : undefined;
}

/**
 * Creates a folder with a random suffix. After the requested folder is deleted, the database is therefore empty; if the
 * folder is only moved and moved back, it keeps its database.
 */
async function newHome(requested: string, parent: string): Promise<string> {
  const home = join(parent, `${keyOf(requested)}-${randomBytes(4).toString('hex')}`);
  await ensureSystemFolder(home);
  const reason = 'Started by root, PostgreSQL runs as another account, which cannot access this folder. The data is in';
  await writeFile(join(requested, noteName), `${reason}\n${home}\n`);
  return home;
}

function keyOf(requested: string): string {
  return createHash('sha256').update(requested).digest('hex').slice(0, 16);
}
