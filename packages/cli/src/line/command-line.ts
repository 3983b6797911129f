import type { IdentityPlugin } from '@org/identity-prisma';
import type { Program } from './program.js';

export interface CommandLine {
  program: Program;
  /** The plugins of a host that runs commands with its own. Without them, those of the program. */
  plugins?: readonly IdentityPlugin[] | undefined;
  arguments: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  print(line: string): void;
  printError(line: string): void;
  readSecret(question: string): Promise<string>;
  readAnswer(question: string): Promise<string | undefined>;
}
