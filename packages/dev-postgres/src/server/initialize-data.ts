import { randomBytes } from 'node:crypto';
import { access, chown, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Binaries, program } from '../location/binaries.js';
import type { DataLocation } from '../location/data-location.js';
import { hasCode } from '../processes/error-code.js';
import { runProgram } from '../processes/run-program.js';

const unfinishedPrefix = 'data-unfinished-';

/** Creates the data folder and the superuser's password unless they exist, and returns the password. */
export async function initializeData(
  { home, account }: DataLocation,
  binaries: Binaries,
  options: { durable: boolean },
): Promise<string> {
  const passwordFile = join(home, 'password');
  const data = join(home, 'data');
  if (await exists(data)) return (await readFile(passwordFile, 'utf8')).trim();

  await removeUnfinished(home);
  await rm(passwordFile, { force: true });
  const password = randomBytes(24).toString('base64url');
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600, flag: 'wx' });
  const unfinished = await mkdtemp(join(home, unfinishedPrefix));
  if (account) for (const path of [passwordFile, unfinished]) await chown(path, account.uid, account.gid);

  const { succeeded, output } = await runProgram(
    program(binaries, 'initdb'),
    [
      `--pgdata=${unfinished}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Sorts the same on every machine and, unlike plain C, handles upper and lower case beyond ASCII.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      // Thousands of connections to a server that is thrown away: with the usual 4,096 rounds each would take 6 ms of CPU.
      ...(options.durable ? [] : ['--no-sync', '--set=scram_iterations=1']),
    ],
    { account, cwd: home },
  );
  if (!succeeded) {
    await removeUnfinished(home);
    throw new Error(`PostgreSQL could not initialize its data in ${home}:\n${output}`);
  }
  // The rename is atomic: after an interruption, incomplete data is never used as a database.
  await rename(unfinished, data);
  return password;
}

async function removeUnfinished(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (name.startsWith(unfinishedPrefix)) await rm(join(home, name), { recursive: true, force: true, maxRetries: 3 });
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}
