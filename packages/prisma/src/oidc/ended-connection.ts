import type { InteractionResults } from 'oidc-provider';
import type { Pool } from 'pg';
import { run, statement } from '../fast-path/statement.js';

// The lock waits for somebody who ends the connection at this moment. Whoever does so later finds the session.
const findActive = statement(
  'connection_of_login',
  `SELECT 1 FROM identity.connections WHERE id = $1::uuid AND status = 'ACTIVE' FOR SHARE`,
);

/** Whether a login came by a connection that has ended since. Call it after the session was written. */
export async function isConnectionEnded(pool: Pool, login: InteractionResults['login']): Promise<boolean> {
  const connectionId = login?.['connectionId'];
  if (login?.['via'] === undefined || typeof connectionId !== 'string') return false;
  return (await run(pool, findActive, [connectionId])).count === 0;
}
