import { randomBytes } from 'node:crypto';
import { withConnection } from '../server/connection.js';
import { databaseName, runOf } from './test-database-names.js';

/** A database for one test file. */
export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/**
 * Creates a database on the server of TEST_DATABASE_URL. By default it is a copy of TEST_TEMPLATE_DATABASE, which has the
 * migrated schema. With `empty` it has no schema; with `withDemoData` it is a copy of TEST_DEMO_DATABASE, which also has demo
 * data and keys.
 */
export async function createTestDatabase(
  options: { empty?: boolean; withDemoData?: boolean } = {},
): Promise<TestDatabase> {
  const server = fromEnvironment('TEST_DATABASE_URL');
  const template = options.empty
    ? 'template0'
    : fromEnvironment(options.withDemoData ? 'TEST_DEMO_DATABASE' : 'TEST_TEMPLATE_DATABASE');
  const name = databaseName('test', `${runOf(process.env.TEST_TEMPLATE_DATABASE)}_${randomBytes(6).toString('hex')}`);
  await withConnection(server, (client) => {
    const [copy, original] = [name, template].map((text) => client.escapeIdentifier(text));
    // Copying files takes a third of the time of the default, which writes the copy to the log.
    return client.query(`CREATE DATABASE ${copy} TEMPLATE ${original} STRATEGY file_copy`);
  });
  return { url: withDatabase(server, name), drop: () => dropDatabase(server, name) };
}

/** Returns the URL with another database name. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/** Drops the database. After two seconds it disconnects remaining clients. */
export async function dropDatabase(server: string, name: string): Promise<void> {
  await withConnection(server, async (client) => {
    // A client that has just closed its connection may still be connected for a moment. FORCE would cause an error there.
    await client.query(`DO $$ BEGIN
      FOR i IN 1..100 LOOP
        EXIT WHEN NOT EXISTS (SELECT FROM pg_stat_activity WHERE datname = ${client.escapeLiteral(name)});
        PERFORM pg_sleep(0.02);
        PERFORM pg_stat_clear_snapshot();
      END LOOP;
    END $$`);
    await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`);
  });
}

function fromEnvironment(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set. Run the tests with "npm test", which starts a server and sets it.`);
  return value;
}
