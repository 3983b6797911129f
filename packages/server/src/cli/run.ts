import { parseArgs } from 'node:util';
import { migrate, migrationStatus } from '@org/identity-prisma';

export interface CommandLine {
  arguments: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  print(line: string): void;
  printError(line: string): void;
}

const usage = `Usage: identity-server <command> [options]

Commands
  migrate           Bring the database up to date
  migrate status    Say which migrations are applied and which are missing; exit code 2 when some are

Options
  --database-url    The database (default: the environment variable DATABASE_URL)
  --json            Print the result as JSON
  --help            Print this text`;

/** Runs the `identity-server` command. Exit codes: 0 done, 1 failed or misused, 2 migrations are missing. */
export async function run(line: CommandLine): Promise<number> {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(line.arguments);
  } catch (error) {
    line.printError(`${(error as Error).message}\n\n${usage}`);
    return 1;
  }
  const { values, positionals } = parsed;
  const command = positionals.join(' ');
  if (values.help || command === '') {
    line.print(usage);
    return values.help ? 0 : 1;
  }
  const databaseUrl = values['database-url'] ?? line.environment['DATABASE_URL'];
  if (command !== 'migrate' && command !== 'migrate status') {
    line.printError(`There is no command "${command}".\n\n${usage}`);
    return 1;
  }
  if (!databaseUrl) {
    line.printError('DATABASE_URL is missing: set it, or pass --database-url.');
    return 1;
  }
  try {
    return command === 'migrate'
      ? await apply(line, databaseUrl, values.json)
      : await status(line, databaseUrl, values.json);
  } catch (error) {
    line.printError(
      error instanceof Error && error.message ? error.message : `The database could not be reached: ${String(error)}`,
    );
    return 1;
  }
}

function parse(given: readonly string[]) {
  return parseArgs({
    args: [...given],
    allowPositionals: true,
    options: {
      'database-url': { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false, short: 'h' },
    },
  });
}

async function apply({ print }: CommandLine, databaseUrl: string, json: boolean): Promise<number> {
  const applied = await migrate({ databaseUrl });
  if (json) print(JSON.stringify({ applied }));
  else print(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);
  return 0;
}

async function status({ print }: CommandLine, databaseUrl: string, json: boolean): Promise<number> {
  const result = await migrationStatus({ databaseUrl });
  if (json) print(JSON.stringify(result));
  else {
    for (const name of result.applied) print(`applied  ${name}`);
    for (const name of result.pending) print(`missing  ${name}`);
  }
  return result.pending.length === 0 ? 0 : 2;
}
