/**
 * The part of a statement that finds the tenants in which the sessions of its part `ending` end: those that they had tokens
 * for. A tenant that the user has left, or that has suspended the user, learns nothing. Sessions that have expired ended before.
 */
export const sessionTenants = `SELECT ended_in.tenant_id::text AS "tenantId"
     FROM ending CROSS JOIN LATERAL (
       SELECT DISTINCT tenant_id FROM identity.oidc_grants WHERE session_uid = ending.uid AND tenant_id IS NOT NULL
     ) ended_in
     WHERE ending.expires_at > now() AND EXISTS (
       SELECT 1 FROM identity.memberships m JOIN identity.tenants t ON t.id = m.tenant_id AND t.closing_at IS NULL
       WHERE m.tenant_id = ended_in.tenant_id AND m.status = 'ACTIVE' AND m.user_id =
         CASE WHEN ending.account_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN ending.account_id::uuid END)`;
