import { type RunCommands, runCommands as runProgram } from '@org/identity-cli/run-commands';
import { program } from './program.js';

export type { RunCommands } from '@org/identity-cli/run-commands';

/**
 * Runs the command line of `identity-server` in this process, and returns its exit code. Not in the index of the package:
 * servers do not need the commands.
 */
export function runCommands(options?: RunCommands): Promise<number> {
  return runProgram(program, options);
}
