import type { PersonalData } from '@org/identity-core';
import { type IdentityPluginHost, pageSize, pagesOf, type Transaction } from '@org/identity-prisma';

/** What this plugin stores about users: their seats. */
export function seatData({ db }: Pick<IdentityPluginHost, 'db'>): PersonalData<Transaction> {
  return {
    models: ['Seat'],
    collect: (userId) => Promise.resolve({ seats: seatsOf(db, userId) }),
    async erase(tx, userId) {
      await tx.seat.deleteMany({ where: { membership: { userId } } });
    },
  };
}

function seatsOf(db: IdentityPluginHost['db'], userId: string) {
  return pagesOf((after: { id: string } | undefined) =>
    db.seat.findMany({
      // Through the memberships, because seats are indexed by tenant.
      where: { membership: { userId }, ...(after ? { id: { gt: after.id } } : {}) },
      orderBy: { id: 'asc' },
      take: pageSize,
      select: {
        id: true,
        tenantId: true,
        assignedAt: true,
        subscription: {
          select: { application: { select: { id: true, name: true } }, licenseType: { select: { slug: true } } },
        },
      },
    }),
  );
}
