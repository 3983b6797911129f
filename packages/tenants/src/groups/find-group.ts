import { IdentityError, isUuid } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';

/** What everybody who may see a group sees of it. */
export const groupFields = { id: true, name: true, description: true, source: true, memberCount: true } as const;

export const groupNotFound = () => new IdentityError('GROUP_NOT_FOUND', 'There is no such group in this tenant.');

/** Returns a group of a tenant, or throws. */
export async function findGroup(db: Transaction, { tenantId, groupId }: { tenantId: string; groupId: string }) {
  const where = { id: groupId, tenantId };
  const group = isUuid(groupId) ? await db.group.findFirst({ where, select: groupFields }) : null;
  if (!group) throw groupNotFound();
  return group;
}

/** The same for a change by hand: a group of a directory is changed in the directory. */
export async function findOwnGroup(tx: Transaction, call: { tenantId: string; groupId: string }) {
  const group = await findGroup(tx, call);
  if (group.source === 'DIRECTORY')
    throw new IdentityError('MANAGED_BY_DIRECTORY', 'A directory keeps this group. Change it there.');
  return group;
}

/** The name as it is compared: two groups of a tenant do not differ in case or form only. */
export const nameKeyOf = (name: string): string => name.normalize('NFKC').toLowerCase();
