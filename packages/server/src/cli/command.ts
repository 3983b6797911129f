import type { ParseArgsConfig } from 'node:util';

/** Exit codes. `failed`: the command failed or was used incorrectly. `problemFound`: a check found a problem. */
export const exitCodes = { done: 0, failed: 1, problemFound: 2 } as const;

export interface CommandOption {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  /** One line for the help text. */
  readonly help: string;
  /** The placeholder of the value in the help text, e.g. `seconds`. */
  readonly value?: string;
}

/** One command. Its file imports modules only when the command runs, so that the help text is fast. */
export interface Command {
  /** The command with its arguments, without `identity-server`. */
  readonly usage: string;
  readonly summary: string;
  /** A second paragraph of its help text. */
  readonly details?: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  /** The arguments after the command, e.g. `client-id`. All are required. */
  readonly operands?: readonly string[];
  /** Whether `--no-<option>` sets a boolean option to false. */
  readonly negatable?: boolean;
  run(invocation: Invocation): Promise<number>;
}

export type Values = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

export interface Invocation {
  readonly values: Values;
  /** The arguments besides options, without the command itself. */
  readonly positionals: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Prints the result: the value as JSON with --json, else the lines. */
  result(value: object, lines: readonly string[]): void;
  /** Prints progress to standard error, unless --json is given. */
  progress(line: string): void;
  /** Reads a secret, which must not be on the command line: from a prompt, or the first line of standard input. */
  readSecret(question: string): Promise<string>;
  /** Asks a question at a terminal. Returns undefined without a terminal and with --json. */
  ask(question: string): Promise<string | undefined>;
}

/** The option of all commands that open the database. */
export const databaseOption = {
  'database-url': {
    type: 'string',
    value: 'url',
    help: 'URL without a password (default: DATABASE_URL, or the database of npm start)',
  },
} as const satisfies Command['options'];

/** The options of every command. */
export const sharedOptions = {
  json: { type: 'boolean', help: 'Print the result as JSON' },
  help: { type: 'boolean', help: 'Print this text' },
} as const satisfies Command['options'];

/** The options of a command in the form that `parseArgs` expects. */
export function parserOptions(command: Command): NonNullable<ParseArgsConfig['options']> {
  const options = { ...command.options, ...sharedOptions };
  return Object.fromEntries(
    Object.entries(options).map(([name, { type, multiple }]: [string, CommandOption]) => [
      name,
      { type, multiple: multiple === true, ...(name === 'help' ? { short: 'h' } : {}) },
    ]),
  );
}
