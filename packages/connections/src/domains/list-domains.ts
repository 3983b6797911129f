import { type Database, requireOwner, type TenantCall } from '@org/identity-prisma';
import { findDomain, shownDomain } from './find-domain.js';

/** All domains of a tenant, by name. */
export async function listDomains(db: Database, call: TenantCall) {
  await requireOwner(db, { ...call, bySetupLink: true });
  const domains = await db.domain.findMany({ where: { tenantId: call.tenantId }, orderBy: { domain: 'asc' } });
  return { domains: domains.map(shownDomain) };
}

/** One domain of a tenant. */
export async function getDomain(db: Database, { domainId, ...call }: TenantCall & { domainId: string }) {
  await requireOwner(db, { ...call, bySetupLink: true });
  return shownDomain(await findDomain(db, { tenantId: call.tenantId, domainId }));
}
