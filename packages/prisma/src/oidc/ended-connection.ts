import type { InteractionResults } from 'oidc-provider';
import type { Pool } from 'pg';
import { run, statement } from '../fast-path/statement.js';

// The locks wait for somebody who ends the connection, or unlinks the user, at this moment. Whoever does so later finds the
// session.
const findActive = statement(
  'connection_of_login',
  `SELECT 1 FROM identity.connections WHERE id = $1::uuid AND status = 'ACTIVE' FOR SHARE`,
);
const findLinked = statement(
  'link_of_login',
  `SELECT 1 FROM identity.connection_links l
   JOIN identity.connections c ON c.id = l.connection_id AND c.status = 'ACTIVE'
   WHERE l.connection_id = $1::uuid AND l.user_id = $2::uuid FOR SHARE`,
);

/**
 * Whether a login came by a connection that has ended since, or from which the user was unlinked. Call it after the session was
 * written. A login whose identity is linked only once the sign-in is complete has no link yet.
 */
export async function isConnectionEnded(pool: Pool, login: InteractionResults['login']): Promise<boolean> {
  const connectionId = login?.['connectionId'];
  if (login?.['via'] === undefined || typeof connectionId !== 'string') return false;
  const found =
    login['link'] === undefined
      ? await run(pool, findLinked, [connectionId, login.accountId])
      : await run(pool, findActive, [connectionId]);
  return found.count === 0;
}
