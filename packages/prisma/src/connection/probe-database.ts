import { isIP } from 'node:net';
import pg from 'pg';
import { awakeTimeout } from './awake-timeout.js';
import { NoResponseError } from './database-watch.js';
import { cutConnection, internalsOf } from './pg-internals.js';

/** Long enough for a connection over a slow network, short enough to answer a request within two seconds. */
const probeMilliseconds = 700;

/**
 * Opens a connection and asks for a row. Rejects if the database does not respond, or says that it is starting or stopping.
 * What is late because of this process is no fault of the database: looking its name up and proving the password wait for
 * Node's thread pool, where others may be hashing.
 */
export async function probeDatabase(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  // A connection that breaks later matters to nobody.
  client.on('error', () => undefined);
  const { connection } = internalsOf(client);
  let found = isIP(client.host) > 0 || client.host.startsWith('/');
  let proving = false;
  connection.stream.once('lookup', () => (found = true));
  connection.stream.once('data', () => (proving = true));
  connection.once('authenticationOk', () => (proving = false));

  let cancel = () => {};
  const late = new Promise<void>((resolve, reject) => {
    cancel = awakeTimeout(probeMilliseconds, () => {
      if (!found || proving) resolve();
      else reject(new NoResponseError(probeMilliseconds));
    });
  });
  const ask = async () => {
    await client.connect();
    await client.query('SELECT 1');
  };
  const asked = ask();
  // It may fail after nobody waits for it any more.
  asked.catch(() => undefined);
  try {
    await Promise.race([asked, late]);
  } catch (error) {
    // Whoever refuses a connection because there are too many, or for its password, responds.
    if (!(error instanceof pg.DatabaseError) || error.code?.startsWith('57P')) throw error;
  } finally {
    cancel();
    cutConnection(client);
  }
}
