import { type Database, type OwnerCall, requireOwner } from '@org/identity-prisma';
import { bySetupLink } from '../access/setup-caller.js';
import { findDomain, shownDomain } from './find-domain.js';

/** All domains of a tenant, by name. */
export async function listDomains(db: Database, call: OwnerCall) {
  await requireOwner(db, { ...call, ...bySetupLink });
  const domains = await db.domain.findMany({ where: { tenantId: call.tenantId }, orderBy: { domain: 'asc' } });
  return { domains: domains.map(shownDomain) };
}

/** One domain of a tenant. */
export async function getDomain(db: Database, { domainId, ...call }: OwnerCall & { domainId: string }) {
  await requireOwner(db, { ...call, ...bySetupLink });
  return shownDomain(await findDomain(db, { tenantId: call.tenantId, domainId }));
}
