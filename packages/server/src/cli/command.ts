import type { ParseArgsConfig } from 'node:util';

/** Exit codes: the work is done; it failed or the command was misused; something was looked at and found wanting. */
export const exitCodes = { done: 0, failed: 1, wanting: 2 } as const;

export interface CommandOption {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  /** One line for the help text. */
  readonly help: string;
  /** What stands for the value there, e.g. `seconds`. */
  readonly value?: string;
}

/** One command, in a file of its own that loads what it needs when it runs: its help text is quick. */
export interface Command {
  /** As in `identity-server keys rotate`, with what follows it. */
  readonly usage: string;
  readonly summary: string;
  /** More for its own help text. */
  readonly details?: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  /** What follows the command's words, e.g. `client-id`; each is required. */
  readonly operands?: readonly string[];
  /** Whether `--no-<option>` sets a boolean option to false. */
  readonly negatable?: boolean;
  run(invocation: Invocation): Promise<number>;
}

export type Values = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

export interface Invocation {
  readonly values: Values;
  /** What was given besides options, without the command's own words. */
  readonly positionals: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The result: as JSON, or as lines for people. */
  result(value: object, lines: readonly string[]): void;
  /** What is going on while it takes long; on standard error, and not with --json. */
  progress(line: string): void;
  /** Something that must not be on a command line: asked for at a terminal, else the first line of standard input. */
  readSecret(question: string): Promise<string>;
  /** Asks a question at a terminal; undefined where there is none, and with --json. */
  ask(question: string): Promise<string | undefined>;
}

/** The options of all commands that open the database. */
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

/** What `parseArgs` takes of a command's options. */
export function parserOptions(command: Command): NonNullable<ParseArgsConfig['options']> {
  const options = { ...command.options, ...sharedOptions };
  return Object.fromEntries(
    Object.entries(options).map(([name, { type, multiple }]: [string, CommandOption]) => [
      name,
      { type, multiple: multiple === true, ...(name === 'help' ? { short: 'h' } : {}) },
    ]),
  );
}
