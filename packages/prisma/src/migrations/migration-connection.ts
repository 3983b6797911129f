import pg from 'pg';
import { awakeTimeout } from '../connection/awake-timeout.js';
import { cutConnection } from '../connection/pg-client.js';
import { refuseUnconfirmedCommits } from '../connection/unconfirmed-commit.js';
import { withoutPrismaParameters } from '../database.js';

/** How long a connection may take to open. */
export const connectMilliseconds = 10_000;

/** Runs `work` with a new connection. With a limit, the connection is closed after that time. */
export async function withConnection<Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
  limitMilliseconds?: number,
): Promise<Result> {
  const connectionString = withoutPrismaParameters(databaseUrl);
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: connectMilliseconds });
  // The statement in flight reports a broken connection. Without a listener the event would end the process.
  client.on('error', () => undefined);
  refuseUnconfirmedCommits(client);
  const cancel =
    limitMilliseconds === undefined ? () => {} : awakeTimeout(limitMilliseconds, () => cutConnection(client));
  try {
    await client.connect();
    return await work(client);
  } finally {
    // Ending the connection also releases the advisory lock.
    await client.end();
    cancel();
  }
}
