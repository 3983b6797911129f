import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const maxMilliseconds = 8 * 60_000;
const interruption = new AbortController();

/** Ends the commands that are running. */
export const endSteps = () => interruption.abort();

/** Runs a command and returns what it printed. A failure says what the command printed. */
export async function runStep(file, args, { cwd }) {
  try {
    const limits = { timeout: maxMilliseconds, maxBuffer: 64 * 1024 * 1024, signal: interruption.signal };
    const { stdout } = await run(file, args, { cwd, ...limits });
    return stdout.trim();
  } catch (error) {
    const output = `${error.stdout ?? ''}${error.stderr ?? ''}`.trim().slice(-4_000);
    throw new Error(`"${file} ${args.join(' ')}" failed: ${output || error.message}`);
  }
}
