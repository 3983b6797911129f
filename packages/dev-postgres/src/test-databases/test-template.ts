import { randomBytes } from 'node:crypto';
import { withConnection } from '../server/connection.js';
import { dropDatabase, withDatabase } from './test-database.js';
import { creationTime, databaseName, runOf } from './test-database-names.js';

const day = 24 * 60 * 60 * 1000;

/** The migrated database that the databases of test files are copied from. */
export interface TestTemplate {
  name: string;
  /** Drops the template and every database of this run that a test left behind. */
  drop(): Promise<void>;
}

/** Creates and migrates the template of one test run. Every run has its own, so runs on one server do not affect each other. */
export async function prepareTemplate(
  server: string,
  migrate: (url: string) => Promise<unknown>,
): Promise<TestTemplate> {
  const name = databaseName('template', randomBytes(6).toString('hex'));
  const drop = (): Promise<void> => dropWhere(server, (found) => found === name || found.split('_')[3] === runOf(name));
  await withConnection(server, (client) =>
    client.query(`CREATE DATABASE ${client.escapeIdentifier(name)} TEMPLATE template0`),
  );
  try {
    await migrate(withDatabase(server, name));
    // PostgreSQL refuses to copy a database that has connections.
    await withConnection(server, (client) =>
      client.query(`ALTER DATABASE ${client.escapeIdentifier(name)} ALLOW_CONNECTIONS false`),
    );
  } catch (error) {
    await drop();
    throw error;
  }
  return { name, drop };
}

/** Drops databases that test runs left behind more than a day ago. */
export async function dropLeftovers(server: string, now = Date.now()): Promise<void> {
  await dropWhere(server, (_name, createdAt) => createdAt < now - day);
}

async function dropWhere(server: string, matches: (name: string, createdAt: number) => boolean): Promise<void> {
  const names = await withConnection(server, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      "SELECT datname FROM pg_database WHERE datname LIKE 'identity\\_t%'",
    );
    return rows.map((row) => row.datname);
  });
  for (const name of names) {
    const createdAt = creationTime(name);
    if (createdAt !== undefined && matches(name, createdAt)) await dropDatabase(server, name);
  }
}
