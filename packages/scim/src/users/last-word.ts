import type { Transaction } from '@org/identity-prisma';

/** What a directory of the tenant has said last about a user. */
export async function lastWord(tx: Transaction, user: { readonly tenantId: string; readonly userId: string }) {
  const { tenantId, userId } = user;
  const found = await tx.directoryUser.findFirst({
    where: { tenantId, userId },
    orderBy: { updatedAt: 'desc' },
    select: { active: true, directory: { select: { name: true } } },
  });
  return found ? { name: found.directory.name, active: found.active } : undefined;
}
