import type { IdentityPlugin } from '@org/identity-prisma';

export interface CommandLine {
  /** The plugins of a host that runs commands with its own. Without them, those of this package. */
  plugins?: readonly IdentityPlugin[] | undefined;
  arguments: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  print(line: string): void;
  printError(line: string): void;
  readSecret(question: string): Promise<string>;
  readAnswer(question: string): Promise<string | undefined>;
}
