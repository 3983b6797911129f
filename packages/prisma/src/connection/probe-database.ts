import pg from 'pg';
import { awakeTimeout } from './awake-timeout.js';
import { cutConnection } from './pg-internals.js';

/** Long enough for a connection over a slow network, short enough to answer a request within two seconds. */
const probeMilliseconds = 800;

/** Opens a connection and asks for a row. Rejects if the database does not respond, or says that it is starting or stopping. */
export async function probeDatabase(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  // A connection that breaks later matters to nobody.
  client.on('error', () => undefined);
  let cancel = () => {};
  const late = new Promise<never>((_resolve, reject) => {
    const giveUp = () => reject(new Error(`The database did not respond within ${probeMilliseconds} ms.`));
    cancel = awakeTimeout(probeMilliseconds, giveUp);
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
