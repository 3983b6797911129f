import { stat } from 'node:fs/promises';
import { type Account, runProgram } from './run-program.js';

const asSelf = { account: undefined };

/** Chooses the account for the server: our own, or, because PostgreSQL refuses to run as root, another one. */
export async function serviceAccount(dataFolder: string, name = 'postgres'): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(dataFolder).catch(() => undefined);
  // PostgreSQL only runs as the owner of its data, which is not always the account of that name: somebody may have started without root before.
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return (await findAccount(name)) ?? (await createAccount(name));
}

async function findAccount(name: string): Promise<Account> {
  const user = await runProgram('id', ['-u', name], asSelf);
  const group = await runProgram('id', ['-g', name], asSelf);
  return user.succeeded && group.succeeded ? { uid: Number(user.output), gid: Number(group.output) } : undefined;
}

/** Creates a system account nobody can log in to, with the tools of most distributions or with those of BusyBox. */
async function createAccount(name: string): Promise<Account> {
  const failures = [
    await tryToRun('groupadd', ['--system', '--force', name]),
    await tryToRun('useradd', [
      '--system',
      '--gid',
      name,
      '--no-create-home',
      '--home-dir',
      '/nonexistent',
      '--shell',
      '/usr/sbin/nologin',
      name,
    ]),
  ];
  if (!(await findAccount(name))) {
    failures.push(
      await tryToRun('addgroup', ['-S', name]),
      await tryToRun('adduser', ['-S', '-D', '-H', '-h', '/nonexistent', '-s', '/sbin/nologin', '-G', name, name]),
    );
  }
  const account = await findAccount(name);
  if (account) return account;
  const reasons = failures.filter(Boolean).join('; ');
  throw new Error(`PostgreSQL does not run as root, and the user "${name}" for it could not be created: ${reasons}`);
}

async function tryToRun(command: string, args: string[]): Promise<string> {
  try {
    const { succeeded, output } = await runProgram(command, args, asSelf);
    return succeeded ? '' : `${command}: ${output}`;
  } catch (error) {
    return `${command}: ${error instanceof Error ? error.message : String(error)}`;
  }
}
