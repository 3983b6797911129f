import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Invocation } from '../line/command.js';
import { describeError } from '../line/describe-error.js';

type Environment = Invocation['environment'];

/**
 * The URL of the embedded database, which the example server stores in its data folder while it runs. Returns undefined if
 * there is none. Always undefined in production, so that a command never uses a database that was not given explicitly.
 */
export async function findEmbeddedDatabase(environment: Environment): Promise<string | undefined> {
  const url = await readDataFile(environment, 'database-url');
  if (url === undefined) return undefined;
  await requireRunning(url, folderOf(environment));
  return url;
}

/** The secret that the example server created in its data folder. Returns undefined if there is none, and in production. */
export function findDevelopmentSecret(environment: Environment): Promise<string | undefined> {
  return readDataFile(environment, 'secret');
}

/** The data folder, with the same default as in the example server. */
const folderOf = (environment: Environment) => resolve(environment['DATA_DIR'] || '.data');

async function readDataFile(environment: Environment, name: string): Promise<string | undefined> {
  if (environment['NODE_ENV'] === 'production') return undefined;
  const file = join(folderOf(environment), name);
  try {
    return (await readFile(file, 'utf8')).trim() || undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (code === 'EACCES')
      throw new Error(`${file} belongs to the user who started the server: run the command as that user.`);
    throw error;
  }
}

/** A server that was killed leaves its file behind, and another program may use its port by now. */
async function requireRunning(url: string, folder: string): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new Error(
      `The embedded database of ${folder} is not running (${describeError(error)}). Start the server again with npm start, or set DATABASE_URL.`,
    );
  } finally {
    await client.end().catch(() => {});
  }
}
