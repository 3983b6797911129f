import { IdentityError } from '@org/identity-core';
import { type ApplicationStatus, isMarkedAgent, Prisma, type Transaction } from '@org/identity-prisma';

/** A third-party client as the managers of a tenant see it. */
export interface TenantApplicationEntry {
  readonly clientId: string;
  readonly name: string;
  readonly clientUri: string | null;
  /** Null if nothing was decided: then the default of the tenant counts, as it does for REQUESTED. */
  readonly status: ApplicationStatus | null;
  /** Whether members may use it now. */
  readonly allowed: boolean;
  /** Whether nobody can use it, in any tenant. */
  readonly blockedByPlatform: boolean;
  /** How many members use it for this tenant. */
  readonly members: number;
  readonly lastUsedAt: Date | null;
  /** The member who asked for it first. */
  readonly requestedBy: string | null;
  /** Whether its tokens count as an agent's in this tenant. */
  readonly agent: boolean;
  /** Whether the tenant itself says so. */
  readonly markedHere: boolean;
  /** When it was asked for or decided about; null if nothing was. */
  readonly updatedAt: Date | null;
}

/** Clients that members of the tenant can use, and that the tenant can decide about. */
export const isThirdParty = (tenantId: string) =>
  Prisma.sql`NOT c.first_party AND c.type <> 'MACHINE' AND (c.tenant_id IS NULL OR c.tenant_id = ${tenantId}::uuid)`;

/** The columns of an entry, from a client `c`, a decision `a` that may be null, and the tenant `t`. */
export const entryColumns = Prisma.sql`
  c.id AS "clientId", c.name, c.client_uri AS "clientUri", a.status::text, a.requested_by AS "requestedBy",
  a.updated_at AS "updatedAt", ${Prisma.raw(isMarkedAgent('c.id', 't.id'))} AS agent, coalesce(a.agent, false) AS "markedHere",
  c.blocked_at IS NOT NULL AS "blockedByPlatform", c.blocked_at IS NULL AND coalesce(
    CASE a.status WHEN 'ALLOWED' THEN true WHEN 'BLOCKED' THEN false END, t.third_party_apps = 'ALLOW') AS allowed,
  (SELECT count(*)::int FROM identity.client_uses used WHERE used.tenant_id = t.id AND used.client_id = c.id) AS members,
  (SELECT max(used.last_used_at) FROM identity.client_uses used
   WHERE used.tenant_id = t.id AND used.client_id = c.id) AS "lastUsedAt"`;

/** The error for a client that does not exist, or that the tenant has nothing to say about. */
export const applicationNotFound = () => new IdentityError('NOT_FOUND', 'There is no such application.');

/** One third-party client as the managers of a tenant see it. */
export async function findTenantApplication(
  tx: Transaction,
  { tenantId, clientId }: { tenantId: string; clientId: string },
): Promise<TenantApplicationEntry> {
  const [entry] = await tx.$queryRaw<TenantApplicationEntry[]>`
    SELECT ${entryColumns} FROM identity.clients c
    JOIN identity.tenants t ON t.id = ${tenantId}::uuid AND t.closing_at IS NULL
    LEFT JOIN identity.tenant_applications a ON a.tenant_id = t.id AND a.client_id = c.id
    WHERE c.id = ${clientId} AND ${isThirdParty(tenantId)}`;
  if (!entry) throw applicationNotFound();
  return entry;
}
