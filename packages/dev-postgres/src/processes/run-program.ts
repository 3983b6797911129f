import { type SpawnOptions, spawn } from 'node:child_process';

/** The operating system account that a program runs as. Undefined means the account of this process. */
export type Account = { uid: number; gid: number } | undefined;

export interface ProgramResult {
  succeeded: boolean;
  /** Standard output and standard error, unless they were redirected. */
  output: string;
}

// Only these variables: the server runs for a long time, perhaps as another user, and must not get the secrets in this
// process's environment.
const inheritedVariables = ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot', 'COMSPEC', 'TEMP', 'TMP'];

/** Runs a program as the given account until it ends. Its messages are in English. */
export function runProgram(
  file: string,
  args: string[],
  options: { account: Account } & Pick<SpawnOptions, 'cwd' | 'stdio' | 'detached'>,
): Promise<ProgramResult> {
  const { account, ...spawnOptions } = options;
  const env: NodeJS.ProcessEnv = { LC_ALL: 'C' };
  for (const name of inheritedVariables) if (process.env[name] !== undefined) env[name] = process.env[name];
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      ...spawnOptions,
      ...account,
      env,
    });
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ succeeded: code === 0, output: Buffer.concat(chunks).toString().trim() }));
  });
}
