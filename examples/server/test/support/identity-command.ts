import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { testSecret } from './demo-database.js';

const main = fileURLToPath(new URL('./cli/main.js', import.meta.resolve('@org/identity-server')));

/** Runs the command `identity-server … --json` on a test server's database and returns what it says. */
export async function identityCommand<Result>(databaseUrl: string, ...words: string[]): Promise<Result> {
  const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: databaseUrl, IDENTITY_SECRET: testSecret };
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...words, '--json'], { env });
  return JSON.parse(stdout) as Result;
}
