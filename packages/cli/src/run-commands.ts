import type { IdentityPlugin } from '@org/identity-prisma';
import { processTitle } from './line/process-title.js';
import type { Program } from './line/program.js';
import { run } from './run.js';

export interface RunCommands {
  /** The plugins of the host: their commands are added, and `verify` and `after-restore` use their declarations. */
  plugins?: readonly IdentityPlugin[];
  /** Default: the arguments of this process. */
  arguments?: readonly string[];
}

/** Runs the command line of a program in this process, and returns its exit code. */
export function runCommands(
  program: Program,
  { plugins, arguments: given = process.argv.slice(2) }: RunCommands = {},
): Promise<number> {
  // Setting it replaces the arguments in the list of processes.
  const title = processTitle(given);
  if (title !== undefined) process.title = title;
  return run({
    program,
    plugins,
    arguments: given,
    environment: process.env,
    print: (line) => console.log(line),
    printError: (line) => console.error(line),
    readAnswer: async (question) => {
      const { readAnswer } = await import('./line/read-answer.js');
      return readAnswer(question, process.stdin, process.stderr);
    },
    readSecret: async (question) => {
      const { readSecret } = await import('./line/read-secret.js');
      return readSecret(question, process.stdin, process.stderr);
    },
  });
}
