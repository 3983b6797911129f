import pg from 'pg';
import { cutConnection } from './pg-internals.js';

/** Long enough for a connection over a slow network, short enough to answer a request within two seconds. */
const probeMilliseconds = 800;

/** Opens a connection and asks for a row. Rejects if the database does not respond, or says that it is starting or stopping. */
export async function probeDatabase(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  // A connection that breaks later matters to nobody.
  client.on('error', () => undefined);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No response within ${probeMilliseconds} ms.`)), probeMilliseconds);
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
    clearTimeout(timer);
    cutConnection(client);
  }
}
