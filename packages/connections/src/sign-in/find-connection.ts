import { type AuthorizationRequest, isUuid, slugOfParameter } from '@org/identity-core';
import { type Pool, run, statement, type Transaction } from '@org/identity-prisma';
import { domainOfEmail } from '../access/email-domain.js';
import type { ProviderOf } from '../providers/providers.js';

/** The connection that signs a user in, as far as the beginning of the sign-in needs it. */
export interface RoutedConnection extends ProviderOf {
  readonly name: string;
}

const ofTenant = (id: string, slug: string) =>
  `(${id}::uuid IS NULL OR t.id = ${id}::uuid) AND (${slug}::text IS NULL OR t.slug = ${slug}::text)`;

// Prepared statements: sign-in pages need them.
const byDomain = statement(
  'connection_by_domain',
  `SELECT c.id, c.tenant_id AS "tenantId", c.version, c.name, c.kind, c.issuer, c.settings, c.secret
   FROM identity.domains d
   JOIN identity.connection_domains cd ON cd.domain_id = d.id AND cd.active
   JOIN identity.connections c ON c.id = cd.connection_id AND c.status = 'ACTIVE'
   JOIN identity.tenants t ON t.id = c.tenant_id AND t.closing_at IS NULL
   WHERE d.domain = $1 AND d.status = 'VERIFIED' AND ${ofTenant('$2', '$3')}`,
);
const anyActive = statement(
  'connection_any_active',
  `SELECT 1 AS found FROM identity.connections c JOIN identity.tenants t ON t.id = c.tenant_id AND t.closing_at IS NULL
   WHERE c.status = 'ACTIVE' AND ${ofTenant('$1', '$2')} LIMIT 1`,
);

const maxEmail = 320;

interface Services {
  readonly pool: Pool;
  readonly issuer: string;
}

/** The active connection of the email's domain, for a request that may be bound to a tenant. */
export async function findConnectionOf(
  { pool, issuer }: Services,
  request: AuthorizationRequest,
  email: string,
): Promise<RoutedConnection | undefined> {
  const domain = email.length > maxEmail ? undefined : domainOfEmail(email);
  const tenant = tenantOf(issuer, request);
  if (domain === undefined || !tenant) return undefined;
  const { rows } = await run<RoutedConnection>(pool, byDomain, [domain, tenant.id, tenant.slug]);
  return rows[0];
}

/** Whether there is an active connection that the request could use. */
export async function hasConnection({ pool, issuer }: Services, request: AuthorizationRequest): Promise<boolean> {
  const tenant = tenantOf(issuer, request);
  if (!tenant) return false;
  return (await run(pool, anyActive, [tenant.id, tenant.slug])).rows.length > 0;
}

/** The active connection of a tenant that an email leads to. */
export async function findRoute(
  tx: Transaction,
  { tenantId, email }: { tenantId: string; email: string },
): Promise<{ name: string } | undefined> {
  const domain = domainOfEmail(email);
  if (domain === undefined) return undefined;
  const domains = { some: { active: true, domain: { domain, status: 'VERIFIED' as const } } };
  const where = { tenantId, status: 'ACTIVE' as const, tenant: { closingAt: null }, domains };
  return (await tx.connection.findFirst({ where, select: { name: true } })) ?? undefined;
}

const maxTenantParameter = 300;

/**
 * The tenant that the request is bound to: the client's own, and the one of the parameter `tenant`, which is a slug or a host
 * under the service's domain. Both are null if it is bound to none; undefined if it can be of no tenant.
 */
function tenantOf(
  issuer: string,
  { client, params }: AuthorizationRequest,
): { id: string | null; slug: string | null } | undefined {
  const { tenantId: id } = client;
  if (id !== null && !isUuid(id)) return undefined;
  const parameter = params['tenant'];
  if (typeof parameter !== 'string') return { id, slug: null };
  if (parameter.length > maxTenantParameter) return undefined;
  return { id, slug: slugOfParameter(parameter, issuer) };
}
