import type { Pool } from 'pg';
import type { Transaction } from '../database-types.js';
import { mayUseClient } from '../fast-path/allowed-clients.js';
import { run, statement } from '../fast-path/statement.js';

/** Uses are written at most this often: they only change a time that is displayed. */
const often = "interval '1 hour'";

const note = statement(
  'client_use_note',
  `INSERT INTO identity.client_uses AS used (tenant_id, client_id, user_id)
   SELECT t.id, c.id, m.user_id FROM identity.memberships m
   JOIN identity.tenants t ON t.id = m.tenant_id AND t.closing_at IS NULL
   JOIN identity.clients c ON c.id = $2
   WHERE m.tenant_id = $1 AND m.user_id = $3 AND m.status = 'ACTIVE' AND ${mayUseClient('t', 'c.id')}
   ON CONFLICT (tenant_id, client_id, user_id) DO UPDATE SET last_used_at = now()
   WHERE used.last_used_at < now() - ${often}`,
);

/** Notes that a member uses a third-party client for a tenant. Only a member who may use it does. */
export async function noteClientUse(
  pool: Pool,
  { tenantId, clientId, userId }: { tenantId: string; clientId: string; userId: string },
): Promise<void> {
  await run(pool, note, [tenantId, clientId, userId]);
}

const userOfGrant = `CASE WHEN g.account_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN g.account_id::uuid END`;

/**
 * CTEs for the statement that writes the tokens of a third-party client: they note the use of its consent and in its tenant.
 * They follow the CTE `used`; `grantId` is the parameter with the id of the grant. PostgreSQL runs the last one first: the
 * consent is locked before the use, as when a user takes the consent back.
 */
export const usesOfGrant = (grantId: string) => `, in_tenant AS (
     UPDATE identity.client_uses c SET last_used_at = now() FROM used, identity.oidc_grants g
     WHERE g.id = ${grantId} AND c.tenant_id = g.tenant_id AND c.client_id = g.client_id AND c.user_id = ${userOfGrant}
       AND c.last_used_at < now() - ${often}
   ), of_consent AS (
     UPDATE identity.consents c SET last_used_at = now() FROM used, identity.oidc_grants g
     WHERE g.id = ${grantId} AND c.client_id = g.client_id AND c.user_id = ${userOfGrant}
       AND (c.last_used_at IS NULL OR c.last_used_at < now() - ${often})
   )`;

/** Deletes the uses of these users in a tenant, of all users of a tenant, or of a user and a client everywhere. */
export async function forgetClientUses(
  tx: Transaction,
  of: { tenantId: string; userIds?: readonly string[] } | { userId: string; clientId: string },
): Promise<void> {
  if ('clientId' in of) {
    await tx.clientUse.deleteMany({ where: of });
    return;
  }
  const { tenantId, userIds } = of;
  await tx.clientUse.deleteMany({ where: { tenantId, ...(userIds ? { userId: { in: [...userIds] } } : {}) } });
}
