import { randomBytes } from 'node:crypto';
import { chmod, cp, lstat, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../processes/error-code.js';
import type { Account } from '../processes/run-program.js';
import { type Binaries, installedBinaries } from './binaries.js';
import { canRunBinaries } from './reachability.js';
import { ensureSystemFolder } from './system-folder.js';

/** Returns PostgreSQL programs that the account can run. If necessary, copies them to the system folder, once per version. */
export async function reachableBinaries(account: Account, systemFolder: string): Promise<Binaries> {
  const installed = await installedBinaries();
  if (!account || (await canRunBinaries(account, installed))) return installed;
  await ensureSystemFolder(systemFolder);
  const copy = {
    ...installed,
    root: join(systemFolder, `postgresql-${installed.version}-${process.platform}-${process.arch}`),
  };
  if (await canRunBinaries(account, copy)) return copy;
  await copyBinaries(installed.root, copy.root);
  if (await canRunBinaries(account, copy)) return copy;
  throw new Error(`PostgreSQL was copied to ${copy.root}, but cannot be run from there.`);
}

async function copyBinaries(from: string, to: string): Promise<void> {
  const unfinished = `${to}.${randomBytes(4).toString('hex')}`;
  try {
    await cp(from, unfinished, { recursive: true, verbatimSymlinks: true });
    await openForReading(unfinished);
    // The rename is atomic: a process that starts at the same time never sees an incomplete copy.
    await rename(unfinished, to);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
  }
}

/** Makes the copy readable for all accounts: under a strict umask, npm installs files that only their owner can read. */
async function openForReading(path: string): Promise<void> {
  const found = await lstat(path);
  if (found.isSymbolicLink()) return;
  await chmod(path, found.isDirectory() || found.mode & 0o100 ? 0o755 : 0o644);
  if (found.isDirectory()) for (const name of await readdir(path)) await openForReading(join(path, name));
}
