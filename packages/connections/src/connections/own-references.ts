import { validationFailed } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';

/** Throws if a domain is not one of the tenant, or a group not one that the tenant keeps itself. */
export async function requireOwnReferences(
  tx: Transaction,
  { tenantId, domains = [], defaultGroups = [] }: { tenantId: string; domains?: string[]; defaultGroups?: string[] },
): Promise<void> {
  const ofTenant = (ids: string[]) => ({ id: { in: ids }, tenantId });
  const known = await tx.domain.count({ where: ofTenant(domains) });
  if (known !== domains.length) throw wrong('domains', 'must be domains of this tenant');
  const groups = await tx.group.count({ where: { ...ofTenant(defaultGroups), source: 'MANUAL' } });
  if (groups !== defaultGroups.length)
    throw wrong('defaultGroups', 'must be groups of this tenant that no directory keeps');
}

const wrong = (path: string, message: string) => validationFailed([{ path, message }]);
