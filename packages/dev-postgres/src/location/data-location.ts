import { createHash, randomBytes } from 'node:crypto';
import { access, chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Account } from '../processes/run-program.js';
import { canOwnDataIn } from './reachability.js';
import { serviceAccount } from './service-account.js';
import { ensureSystemFolder } from './system-folder.js';

/** Where a server's files are, and the account it runs as. */
export interface DataLocation {
  /** Holds the folder `data`, the password and the settings. */
  home: string;
  account: Account;
}

const noteName = 'where-the-data-is.txt';

/** Chooses the requested folder itself, or, when the server's account cannot reach it, one in the system folder, and leaves a note about it. */
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

/** A folder that we were given empty is ours to open for passing, also one that mkdtemp closed; what is in it stays closed. */
async function openIfNew(requested: string): Promise<void> {
  const names = await readdir(requested);
  if (names.every((name) => name.startsWith('lock'))) await chmod(requested, (await stat(requested)).mode | 0o011);
}

async function notedHome(requested: string, parent: string): Promise<string | undefined> {
  const note = await readFile(join(requested, noteName), 'utf8').catch(() => '');
  const home = note.trim().split('\n').at(-1) ?? '';
  // In a copied or moved project, the note still names the data of the original.
  const isOurs = dirname(home) === parent && basename(home).startsWith(`${keyOf(requested)}-`);
  return isOurs &&
    (await access(home).then(
      () => true,
      () => false,
    ))
    ? home
    : undefined;
}

/** The random end of the name makes deleting the requested folder lead to an empty database; moving it away and back keeps the old one. */
async function newHome(requested: string, parent: string): Promise<string> {
  const home = join(parent, `${keyOf(requested)}-${randomBytes(4).toString('hex')}`);
  await ensureSystemFolder(home);
  const reason = 'The account PostgreSQL runs as when root starts it cannot reach this folder. The data is in';
  await writeFile(join(requested, noteName), `${reason}\n${home}\n`);
  return home;
}

function keyOf(requested: string): string {
  return createHash('sha256').update(requested).digest('hex').slice(0, 16);
}
