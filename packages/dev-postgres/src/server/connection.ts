import { Client } from 'pg';
import { hasCode } from '../processes/error-code.js';

export interface ConnectionSettings {
  port: number;
  password: string;
}

/** Returns the connection URL of a database. */
export function databaseUrl({ port, password }: ConnectionSettings, database: string): string {
  return `postgresql://postgres:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
}

/** Connects, runs the action and disconnects. */
export async function withConnection<T>(url: string, action: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // The query in flight reports a broken connection. Without a listener the event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await action(client);
  } finally {
    await client.end();
  }
}

/** Checks whether the server on this port is ours. With SCRAM the server also proves that it knows the password. */
export async function identifyServer(settings: ConnectionSettings): Promise<'ours' | 'not ready' | 'other'> {
  try {
    await withConnection(databaseUrl(settings, 'postgres'), (client) => client.query('SELECT 1'));
    return 'ours';
  } catch (error) {
    // cannot_connect_now (the server is starting or stopping) and too_many_connections.
    return hasCode(error, '57P03', '53300') ? 'not ready' : 'other';
  }
}

/** Creates a database unless it exists. */
export async function ensureDatabase(settings: ConnectionSettings, name: string): Promise<void> {
  await withConnection(databaseUrl(settings, 'postgres'), async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  });
}
