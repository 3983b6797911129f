import { testSecret } from './demo-database.js';

interface CommandLine {
  program: unknown;
  arguments: readonly string[];
  environment: Readonly<Record<string, string>>;
  print(line: string): void;
  printError(line: string): void;
  readSecret(question: string): Promise<string>;
  readAnswer(question: string): Promise<string | undefined>;
}

const frame = new URL('../../../../../packages/cli/dist/src/run.js', import.meta.url);
const contents = new URL('../../../../../packages/server/dist/src/cli/program.js', import.meta.url);

/**
 * Runs the command `identity-server … --json` on the database of a test server and returns its output. It runs in this process,
 * because starting one takes more than a second; embedded-command.test.ts and the tests of the package start the real one.
 */
export function identityCommand<Result>(databaseUrl: string, ...words: string[]): Promise<Result> {
  return identityCommandWith(databaseUrl, { IDENTITY_SECRET: testSecret }, ...words);
}

/** The same with other secrets in its environment. */
export async function identityCommandWith<Result>(
  databaseUrl: string,
  secrets: Record<string, string>,
  ...words: string[]
): Promise<Result> {
  const { run } = (await import(frame.href)) as { run(line: CommandLine): Promise<number> };
  const { program } = (await import(contents.href)) as { program: unknown };
  let stdout = '';
  const code = await run({
    program,
    arguments: [...words, '--json'],
    environment: { DATABASE_URL: databaseUrl, ...secrets },
    print: (line) => {
      stdout += `${line}\n`;
    },
    printError: () => {},
    readSecret: () => Promise.resolve(''),
    readAnswer: () => Promise.resolve(undefined),
  });
  if (code !== 0) throw Object.assign(new Error(`The command ended with ${code}: ${stdout}`), { code, stdout });
  // A long command prints its progress before.
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Result;
}
