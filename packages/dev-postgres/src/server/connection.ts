import { Client } from 'pg';
import { hasCode } from '../processes/error-code.js';

export interface ServerAddress {
  port: number;
  password: string;
}

/** Writes the address of a database the way PostgreSQL's clients expect it. */
export function databaseUrl({ port, password }: ServerAddress, database: string): string {
  return `postgresql://postgres:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
}

/** Connects, runs the action and disconnects. */
export async function withConnection<T>(url: string, action: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // A connection that breaks is reported by the query that needed it; the event alone would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await action(client);
  } finally {
    await client.end();
  }
}

/** Asks whether the server at the address is the one with our password: SCRAM proves it in both directions. */
export async function answersTo(address: ServerAddress): Promise<'yes' | 'not yet' | 'stranger'> {
  try {
    await withConnection(databaseUrl(address, 'postgres'), (client) => client.query('SELECT 1'));
    return 'yes';
  } catch (error) {
    // cannot_connect_now (starting or stopping) and too_many_connections.
    return hasCode(error, '57P03', '53300') ? 'not yet' : 'stranger';
  }
}

/** Creates the database unless it exists. */
export async function ensureDatabase(address: ServerAddress, name: string): Promise<void> {
  await withConnection(databaseUrl(address, 'postgres'), async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  });
}
