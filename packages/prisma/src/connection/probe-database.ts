import { isIP } from 'node:net';
import pg from 'pg';
import { awakeTimeout } from './awake-timeout.js';
import { NoResponseError } from './database-watch.js';
import { cutConnection, internalsOf } from './pg-client.js';

/** Long enough to connect over a slow network, short enough that a request of a server fails within two seconds. */
const shortestProbe = 700;

/**
 * How long a probe waits for a response. Who waits longer for a connection, such as a command, also waits longer for the
 * probe: on a busy machine, a database that responds may need seconds for a new connection.
 */
export function probeLimit(connectionMilliseconds: number): number {
  return Math.max(shortestProbe, Math.round(connectionMilliseconds * 0.35));
}

/**
 * Opens a connection and runs a query. Rejects if the database does not respond, or if it is starting or stopping. A
 * delay in this process does not count: the DNS lookup and the password proof use Node's thread pool, which may be busy
 * with password hashes.
 */
export async function probeDatabase(connectionString: string, milliseconds: number): Promise<void> {
  const client = new pg.Client({ connectionString });
  // Without a listener, an error after the probe would end the process.
  client.on('error', () => undefined);
  const { connection } = internalsOf(client);
  let hostResolved = isIP(client.host) > 0 || client.host.startsWith('/');
  let authenticating = false;
  connection.stream.once('lookup', () => (hostResolved = true));
  connection.stream.once('data', () => (authenticating = true));
  connection.once('authenticationOk', () => (authenticating = false));

  let cancel = () => {};
  const timedOut = new Promise<void>((resolve, reject) => {
    cancel = awakeTimeout(milliseconds, () => {
      if (!hostResolved || authenticating) resolve();
      else reject(new NoResponseError(milliseconds));
    });
  });
  const query = async () => {
    await client.connect();
    await client.query('SELECT 1');
  };
  const queried = query();
  // It may still fail after the timeout has won the race.
  queried.catch(() => undefined);
  try {
    await Promise.race([queried, timedOut]);
  } catch (error) {
    // A refused connection (too many connections, wrong password) is also a response.
    if (!(error instanceof pg.DatabaseError) || error.code?.startsWith('57P')) throw error;
  } finally {
    cancel();
    cutConnection(client);
  }
}
