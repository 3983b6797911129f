import type { MemberChange } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import { membersOf, type ScimServices } from '../services.js';

/** Suspends a member, under the tenant's lock. A tenant keeps an owner who can manage it: `last` is the result for that one. */
export async function suspendUnlessLast(
  tx: Transaction,
  services: Pick<ScimServices, 'services'>,
  change: MemberChange,
): Promise<'suspended' | 'unchanged' | 'last'> {
  const { tenantId, userId } = change;
  const membership = await tx.membership.findUnique({
    where: { tenantId_userId: { tenantId, userId } },
    select: { status: true, role: true },
  });
  if (membership?.status !== 'ACTIVE') return 'unchanged';
  if (membership.role === 'owner') {
    const others = { tenantId, role: 'owner', status: 'ACTIVE', userId: { not: userId } } as const;
    const canSignIn = { disabledAt: null, deletedAt: null };
    if ((await tx.membership.count({ where: { ...others, user: canSignIn } })) === 0) return 'last';
  }
  return (await membersOf(services).suspend(tx, change)) ? 'suspended' : 'unchanged';
}
