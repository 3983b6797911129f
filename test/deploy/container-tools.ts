import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The root of the repository, from dist/test/deploy. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));
const execute = promisify(execFile);

export interface Outcome {
  code: number;
  output: string;
}

/** Runs a program to its end. Returns its exit code and what it printed, standard output first. */
export async function run(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const options = { cwd: root, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 };
  try {
    const { stdout, stderr } = await execute(file, [...args], options);
    return { code: 0, output: outputOf(stdout, stderr) };
  } catch (error) {
    const {
      code,
      stdout = '',
      stderr = '',
      message,
    } = error as Error & { code?: number | string; stdout?: string; stderr?: string };
    if (typeof code !== 'number') throw new Error(`${file} could not be run: ${message}`);
    return { code, output: outputOf(stdout, stderr) };
  }
}

/** Without systemd, Podman says with each start that it has no timer for the health check. The checks ask for it themselves. */
const outputOf = (stdout: string, stderr: string) =>
  `${stdout}${stderr}`.replaceAll(/^time=.+ msg="unable to get systemd connection .*$\n?/gmu, '').trim();

/** Like `run`, but throws if the program fails. */
export async function succeed(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { code, output } = await run(file, args, env);
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${code}:\n${output.slice(-4_000)}`);
  return output;
}
