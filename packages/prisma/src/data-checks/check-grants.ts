import { sqlCheck } from '@org/identity-core';

/** Looks for grants that give access to something that does not exist. No foreign key holds these columns. */
export const checkGrants = sqlCheck({
  name: 'grants',
  rule: 'The client, the user and the tenant of every valid grant exist.',
  advice: 'Run: identity-server after-restore, which ends all grants.',
  sql: `SELECT id FROM identity.oidc_grants g
    WHERE revoked_at IS NULL AND expires_at > now()
      AND (NOT EXISTS (SELECT FROM identity.clients WHERE id = g.client_id)
        OR NOT EXISTS (SELECT FROM identity.users WHERE id::text = g.account_id)
        OR tenant_id IS NOT NULL AND NOT EXISTS (SELECT FROM identity.tenants WHERE id = g.tenant_id))`,
});

/** The same for sessions. */
export const checkSessions = sqlCheck({
  name: 'sessions',
  rule: 'The user of every open session exists.',
  advice: 'Run: identity-server after-restore, which ends all sessions.',
  sql: `SELECT public_id AS id FROM identity.oidc_sessions s
    WHERE ended_at IS NULL AND expires_at > now() AND account_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM identity.users WHERE id::text = s.account_id)`,
});
