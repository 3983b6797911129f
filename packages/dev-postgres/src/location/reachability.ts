import { randomBytes } from 'node:crypto';
import { chown, mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, runProgram } from '../processes/run-program.js';
import { type Binaries, program } from './binaries.js';

// Tries it out, because mode bits do not cover ACLs, mounts and security modules.
async function succeedsAs(account: Account, condition: string, ...args: string[]): Promise<boolean> {
  const result = await runProgram('/bin/sh', ['-c', condition, 'sh', ...args], { account, cwd: '/' });
  return result.succeeded;
}

/** Whether the account can run these programs. */
export async function canRunBinaries(account: Account, binaries: Binaries): Promise<boolean> {
  const bootstrapFile = join(binaries.root, 'share', 'postgresql', 'postgres.bki');
  return succeedsAs(
    account,
    'test -r "$1" && "$2" --version && "$3" --version',
    bootstrapFile,
    program(binaries, 'postgres'),
    program(binaries, 'initdb'),
  );
}

/** Whether the account can own a data folder inside the folder. */
export async function canOwnDataIn(account: NonNullable<Account>, folder: string): Promise<boolean> {
  const trial = join(folder, `trial-${randomBytes(4).toString('hex')}`);
  try {
    await mkdir(trial, { mode: 0o700 });
    await chown(trial, account.uid, account.gid);
    return await succeedsAs(account, 'cd "$1" && test -w .', trial);
  } catch {
    return false;
  } finally {
    await rmdir(trial).catch(() => undefined);
  }
}
