import type { Pool } from 'pg';
import { run, statement } from '../fast-path/statement.js';
import { hashId } from '../ids.js';

// Whoever inserts the row wins, over all processes. The purge removes it when it has expired; until then the id stays used.
const insert = statement(
  'record_use_once',
  `INSERT INTO identity.oidc_records (id_hash, model, payload, expires_at)
   VALUES ($1, 'ReplayDetection', '{}', now() + make_interval(secs => $2))
   ON CONFLICT (id_hash, model) DO NOTHING`,
);

/** Uses an id up for a time, for all processes: a proof, or the assertion of a client. Returns false if it was used before. */
export async function useOnce(pool: Pool, id: string, seconds: number): Promise<boolean> {
  return (await run(pool, insert, [hashId(id), seconds])).count === 1;
}
