import type { Principal } from '@org/identity-core';
import type { IdentityPluginHost, Transaction } from '@org/identity-prisma';
import { requireRight } from '../access/rights.js';

/** More owners than this are not listed on the page. The API takes any of them. */
const maxListed = 100;

export interface ListedOwner {
  readonly userId: string;
  readonly email: string;
  /** Whether the owner can be a break-glass owner. */
  readonly hasSecondFactor: boolean;
}

/** The active owners of a tenant, for its owners: first those who can be on the list of break-glass owners. */
export async function listOwners(
  { db }: Pick<IdentityPluginHost, 'db'>,
  { tenantId, principal }: { tenantId: string; principal: Principal },
): Promise<ListedOwner[]> {
  await requireRight(db, tenantId, principal, 'read the policy');
  const owners = await findOwners(db, tenantId);
  return owners
    .sort((one, other) => Number(other.mfaEnabled) - Number(one.mfaEnabled))
    .slice(0, maxListed)
    .map(({ id, email, mfaEnabled }) => ({ userId: id, email, hasSecondFactor: mfaEnabled }));
}

/** The active owners of a tenant who can sign in at all, those who have been members longest first. */
export async function findOwners(tx: Transaction, tenantId: string) {
  const owners = await tx.membership.findMany({
    where: { tenantId, role: 'owner', status: 'ACTIVE', user: { disabledAt: null, deletedAt: null } },
    select: { user: { select: { id: true, email: true, mfaEnabled: true } } },
    orderBy: { id: 'asc' },
  });
  return owners.map(({ user }) => user);
}
