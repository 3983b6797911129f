export interface CommandOption {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  /** One line for the help text. */
  readonly help: string;
  /** The placeholder of the value in the help text, e.g. `seconds`. */
  readonly value?: string;
}

/**
 * One command. Its file imports modules only when the command runs, so that the help text is fast. `Tools` is what the
 * composition adds to every invocation, such as a way to open the database.
 */
export interface Command<Tools = unknown> {
  /** The command with its arguments, without `identity-server`. */
  readonly usage: string;
  readonly summary: string;
  /** A second paragraph of its help text. */
  readonly details?: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  /** The arguments after the command, e.g. `client-id`. All are required. */
  readonly operands?: readonly string[];
  /** One more argument, which may be left out. */
  readonly optionalOperand?: string;
  /** Whether `--no-<option>` sets a boolean option to false. */
  readonly negatable?: boolean;
  /** Returns the exit code: 0, 1 if it failed or was used incorrectly, 2 if a check found a problem. */
  run(invocation: Invocation & Tools): Promise<number>;
}

export type Values = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

export interface Invocation {
  /** The given options, by name. */
  readonly values: Values;
  /** The arguments besides options, without the command itself. */
  readonly positionals: readonly string[];
  /** The environment variables. */
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

/** A command before it is loaded. */
export interface CommandDeclaration<Tools = unknown> {
  readonly summary: string;
  /** Whether its options depend on what plugins declare, such as fields of clients: that is made known before it is loaded. */
  readonly needsDeclarations?: boolean;
  /** Imports the command. Only the command line calls it, so a server never loads the code of commands. */
  load(): Promise<Command<Tools>>;
}
