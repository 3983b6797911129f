import { stat } from 'node:fs/promises';
import { type Account, runProgram } from '../processes/run-program.js';

const name = 'postgres';
const asSelf = { account: undefined };

/** Chooses the account for the server: that of this process, or another one if it is root, which PostgreSQL refuses. */
export async function serviceAccount(dataFolder: string): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(dataFolder).catch(() => undefined);
  // PostgreSQL runs only as the owner of its data. If it was first started without root, this is the account of that user.
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return (await findAccount()) ?? (await createAccount());
}

async function findAccount(): Promise<Account> {
  const user = await runProgram('id', ['-u', name], asSelf);
  const group = await runProgram('id', ['-g', name], asSelf);
  return user.succeeded && group.succeeded ? { uid: Number(user.output), gid: Number(group.output) } : undefined;
}

/** Creates a system account without a login. */
async function createAccount(): Promise<Account> {
  const noHome = ['--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin'];
  const failures = [
    await tryToRun('groupadd', ['--system', '--force', name]),
    await tryToRun('useradd', ['--system', '--gid', name, ...noHome, name]),
  ];
  const account = await findAccount();
  if (account) return account;
  const reasons = failures.filter(Boolean).join('; ');
  throw new Error(`PostgreSQL does not run as root, and the user "${name}" could not be created: ${reasons}`);
}

async function tryToRun(command: string, args: string[]): Promise<string> {
  try {
    const { succeeded, output } = await runProgram(command, args, asSelf);
    return succeeded ? '' : `${command}: ${output}`;
  } catch (error) {
    return `${command}: ${error instanceof Error ? error.message : String(error)}`;
  }
}
