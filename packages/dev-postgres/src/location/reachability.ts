import { randomBytes } from 'node:crypto';
import { chown, mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, runProgram } from '../processes/run-program.js';
import { type Binaries, program } from './binaries.js';

// The operating system decides: mode bits say nothing about ACLs, mounts and security modules.
async function shellAgrees(account: Account, condition: string, ...args: string[]): Promise<boolean> {
  const result = await runProgram('/bin/sh', ['-c', condition, 'sh', ...args], { account, cwd: '/' });
  return result.succeeded;
}

/** Says whether the account can run PostgreSQL from there. */
export async function canRunBinaries(account: Account, binaries: Binaries): Promise<boolean> {
  const bootstrapFile = join(binaries.root, 'share', 'postgresql', 'postgres.bki');
  return shellAgrees(
    account,
    'test -r "$1" && "$2" --version && "$3" --version',
    bootstrapFile,
    program(binaries, 'postgres'),
    program(binaries, 'initdb'),
  );
}

/** Says whether the account can have a data folder of its own inside the folder. */
export async function canOwnDataIn(account: NonNullable<Account>, folder: string): Promise<boolean> {
  const trial = join(folder, `trial-${randomBytes(4).toString('hex')}`);
  try {
    await mkdir(trial, { mode: 0o700 });
    await chown(trial, account.uid, account.gid);
    return await shellAgrees(account, 'cd "$1" && test -w .', trial);
  } catch {
    return false;
  } finally {
    await rmdir(trial).catch(() => undefined);
  }
}
