import { IdentityError, isUuid } from '@org/identity-core';
import type { Prisma, Transaction } from '@org/identity-prisma';
import { recordOf } from './domain-name.js';

export type StoredDomain = Prisma.DomainGetPayload<object>;

/** A domain as owners of the tenant see it. */
export function shownDomain({ id, domain, status, proof, checkedAt, missingSince, createdAt }: StoredDomain) {
  return { id, domain, status, record: recordOf({ domain, proof }), checkedAt, missingSince, createdAt };
}

export type ShownDomain = ReturnType<typeof shownDomain>;

export const domainNotFound = () => new IdentityError('DOMAIN_NOT_FOUND', 'There is no such domain in this tenant.');
export const domainTaken = () =>
  new IdentityError('DOMAIN_TAKEN', 'Another tenant has verified this domain. It must remove the domain first.');

/** Returns a domain of a tenant, or throws. */
export async function findDomain(
  db: Transaction,
  { tenantId, domainId }: { tenantId: string; domainId: string },
): Promise<StoredDomain> {
  const domain = isUuid(domainId) ? await db.domain.findFirst({ where: { id: domainId, tenantId } }) : null;
  if (!domain) throw domainNotFound();
  return domain;
}

/** Throws if another tenant has verified the domain. */
export async function requireNotTaken(
  tx: Transaction,
  { tenantId, domain }: { tenantId: string; domain: string },
): Promise<void> {
  if (await isTaken(tx, { tenantId, domain })) throw domainTaken();
}

/** Whether another tenant has verified the domain. */
export async function isTaken(
  tx: Transaction,
  { tenantId, domain }: { tenantId: string; domain: string },
): Promise<boolean> {
  const where = { domain, status: 'VERIFIED' as const, tenantId: { not: tenantId } };
  return (await tx.domain.findFirst({ where, select: { id: true } })) !== null;
}
