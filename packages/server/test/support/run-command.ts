import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CommandLine } from '@org/identity-cli/line/command-line';
import { run } from '@org/identity-cli/run';
import { program } from '../../src/cli/program.js';

const main = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));

export interface CommandOutcome {
  code: number | null;
  printed: string;
  errors: string;
}

export interface Surroundings {
  environment?: Record<string, string>;
  input?: string;
  /** The line that the user types at the terminal. If it is missing, there is no terminal. */
  answer?: string;
}

/** Runs the real command as a process. */
export async function commandProcess(line: string, { environment = {}, input = '' }: Surroundings = {}) {
  const env = { PATH: process.env['PATH'] ?? '', ...environment };
  const child = spawn(process.execPath, [main, ...wordsOf(line)], { env, stdio: 'pipe' });
  const outcome: CommandOutcome = { code: null, printed: '', errors: '' };
  child.stdout.on('data', (chunk: Buffer) => (outcome.printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (outcome.errors += chunk.toString()));
  // A command that reads no input may end before the input is written.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  [outcome.code] = (await once(child, 'close')) as [number | null];
  return outcome;
}

/** Runs the command in this process. This saves a second where the process is not the subject of the test. */
export async function command(
  line: string,
  { environment = {}, input = '', answer, plugins }: Surroundings & Pick<CommandLine, 'plugins'> = {},
): Promise<CommandOutcome> {
  const printed: string[] = [];
  const errors: string[] = [];
  const code = await run({
    program,
    arguments: wordsOf(line),
    environment,
    plugins,
    print: (text) => printed.push(text),
    printError: (text) => errors.push(text),
    readSecret: () => Promise.resolve(input),
    readAnswer: () => Promise.resolve(answer),
  });
  return { code, printed: printed.join('\n'), errors: errors.join('\n') };
}

/** Splits a line into words; an underscore stands for a space within a word, and two for an underscore. */
const wordsOf = (line: string) =>
  line
    .split(' ')
    .filter(Boolean)
    .map((word) => word.replaceAll(/__?/gu, (found) => (found === '_' ? ' ' : '_')));
