// A tenant decides about third-party clients only. Nothing decided, or only asked for: its default counts.
const refusedBy = (tenant: string) =>
  `(decided.status = 'BLOCKED' OR (decided.status IS DISTINCT FROM 'ALLOWED' AND ${tenant}.third_party_apps <> 'ALLOW'))`;
const decisionOf = (tenantId: string) =>
  `LEFT JOIN identity.tenant_applications decided ON decided.tenant_id = ${tenantId} AND decided.client_id = client.id`;

/** SQL for whether members of the tenant with this alias may use a client. First-party clients are never refused. */
export const mayUseClient = (tenant: string, clientId: string) => `NOT EXISTS (
     SELECT FROM identity.clients client ${decisionOf(`${tenant}.id`)}
     WHERE client.id = ${clientId} AND NOT client.first_party AND ${refusedBy(tenant)})`;

/**
 * SQL for whether the client of a grant `g` may still be used, by its user `u` in its `tenant`: the platform and the tenant
 * have not blocked it, and the user has not taken the consent back. Compared at every use, because a grant may have been
 * written by a request that was in flight when the right ended. The first condition on the client keeps first-party clients
 * from the other look-ups.
 */
export const isClientAllowed = `NOT EXISTS (
     SELECT FROM identity.clients client ${decisionOf('g.tenant_id')}
     LEFT JOIN identity.consents consent ON consent.user_id = u.id AND consent.client_id = client.id
     WHERE client.id = g.client_id AND (client.blocked_at IS NOT NULL OR NOT client.first_party)
       AND (client.blocked_at IS NOT NULL OR consent.revoked_at IS NOT NULL OR ${refusedBy('tenant')}))`;
