import { accountClientId, type DataChecks, sqlCheck } from '@org/identity-core';
import { checkForeignKeys } from './check-foreign-keys.js';

/** Looks for indexes, constraints and triggers that PostgreSQL has but does not use. */
const checkSchema = sqlCheck({
  name: 'schema',
  rule: 'Every index is valid, every constraint is validated, and every trigger is enabled.',
  advice: `REINDEX INDEX …, ALTER TABLE … VALIDATE CONSTRAINT …, or ALTER TABLE … ENABLE TRIGGER …; then run this again.`,
  sql: `SELECT 'index ' || indexrelid::regclass AS id FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE relnamespace = 'identity'::regnamespace AND NOT (indisvalid AND indisready)
    UNION ALL
    SELECT 'constraint ' || conname || ' of ' || conrelid::regclass FROM pg_constraint
    WHERE connamespace = 'identity'::regnamespace AND NOT convalidated
    UNION ALL
    SELECT 'trigger ' || tgname || ' of ' || tgrelid::regclass FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE relnamespace = 'identity'::regnamespace AND tgenabled <> 'O'`,
});

/**
 * Looks for grants that give access to something that does not exist. No foreign key holds these columns. The client of our own
 * pages is in no table.
 */
const checkGrants = sqlCheck({
  name: 'grants',
  rule: 'The client, the user and the tenant of every valid grant exist.',
  advice: 'Run: identity-server after-restore, which ends all grants.',
  sql: `SELECT id FROM identity.oidc_grants g
    WHERE revoked_at IS NULL AND expires_at > now()
      AND (g.client_id <> '${accountClientId}' AND NOT EXISTS (SELECT FROM identity.clients WHERE id = g.client_id)
        OR NOT EXISTS (SELECT FROM identity.users WHERE id::text = g.account_id)
        OR tenant_id IS NOT NULL AND NOT EXISTS (SELECT FROM identity.tenants WHERE id = g.tenant_id))`,
});

/** The same for sessions. */
const checkSessions = sqlCheck({
  name: 'sessions',
  rule: 'The user of every open session exists.',
  advice: 'Run: identity-server after-restore, which ends all sessions.',
  sql: `SELECT public_id AS id FROM identity.oidc_sessions s
    WHERE ended_at IS NULL AND expires_at > now() AND account_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM identity.users WHERE id::text = s.account_id)`,
});

/** Compares the counters of events with the events. */
const checkEventCounts = sqlCheck({
  name: 'event-counts',
  rule: 'The counters of events agree with the events of each tenant.',
  advice: `With all servers stopped, as the owner of the tables: SET session_replication_role = replica; SELECT identity.recount_events();`,
  sql: `SELECT tenant_id || ' ' || type AS id
    FROM (SELECT tenant_id, type, count(*) AS events FROM identity.events WHERE tenant_id IS NOT NULL GROUP BY 1, 2) stored
    FULL JOIN (SELECT tenant_id, type, sum(count) AS events FROM identity.event_counts GROUP BY 1, 2) counted
      USING (tenant_id, type)
    WHERE coalesce(stored.events, 0) <> coalesce(counted.events, 0)`,
});

/** What `identity-server verify` checks of the schema, the events and the sign-ins. */
export const dataChecks: DataChecks = {
  counts: {
    sessions: 'identity.oidc_sessions',
    grants: 'identity.oidc_grants',
    tokens: 'identity.oidc_tokens',
    events: 'identity.events',
  },
  checks: [checkSchema, checkForeignKeys, checkGrants, checkSessions, checkEventCounts],
};
