import type { RestoreStep } from '@org/identity-core';
import type { Transaction } from '../database-types.js';
import { queueLogoutNotices } from '../oidc/logout-notices.js';

// The rows are deleted, not marked as ended: no server runs, so no request in flight can write one back.
const endSessions = `WITH ending AS (
     SELECT account_id, payload, expires_at FROM identity.oidc_sessions WHERE ended_at IS NULL
   ), told AS (
     ${queueLogoutNotices}
   )
   DELETE FROM identity.oidc_sessions`;

/**
 * Ends every session, grant and token, and every sign-in that had begun. Used codes and refresh tokens are unused again, and
 * sessions that were ended are open again; nothing tells them from the others. The clients that took part in a session get a
 * logout notice as usual. Notices that were already queued stay: one that a client gets twice does no harm.
 */
export const restoreSteps: readonly RestoreStep<Transaction>[] = [
  // Tokens before grants: otherwise PostgreSQL would look for the tokens of each grant.
  { name: 'tokens', ends: 'codes and tokens', end: (tx) => tx.$executeRaw`DELETE FROM identity.oidc_tokens` },
  {
    name: 'refreshResponses',
    ends: 'responses kept for a repeated refresh',
    end: (tx) => tx.$executeRaw`DELETE FROM identity.refresh_answers`,
  },
  { name: 'grants', ends: 'grants of clients', end: (tx) => tx.$executeRaw`DELETE FROM identity.oidc_grants` },
  { name: 'sessions', ends: 'browser sessions', end: (tx) => tx.$executeRawUnsafe(endSessions) },
  {
    name: 'interactions',
    ends: 'sign-ins that had begun, device codes and the like',
    end: (tx) => tx.$executeRaw`DELETE FROM identity.oidc_records`,
  },
  // Readers go by the numbers of transactions, and those of this PostgreSQL may be lower than those of the lost one. A long
  // transaction of another database holds back the certain horizon, so that one would not tell.
  {
    name: 'eventOrders',
    ends: 'numbering of transactions, if it would put new events before old ones',
    end: (tx) => tx.$executeRaw`
      WITH restored AS (SELECT max(horizon) AS horizon FROM identity.events WHERE horizon > 0)
      UPDATE identity.event_clock SET added = added + restored.horizon + 1 - identity.certain_horizon() FROM restored
      WHERE restored.horizon >= identity.next_horizon()`,
  },
];
