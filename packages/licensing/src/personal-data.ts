import type { PersonalData } from '@org/identity-core';
import type { IdentityPluginHost, Transaction } from '@org/identity-prisma';

/** What this plugin stores about people: the seats they hold. */
export function seatData({ db }: Pick<IdentityPluginHost, 'db'>): PersonalData<Transaction> {
  return {
    models: ['Seat'],
    async collect(userId) {
      const seats = await db.seat.findMany({
        // By the memberships, since seats are found by their tenant.
        where: { membership: { userId } },
        select: {
          id: true,
          tenantId: true,
          assignedAt: true,
          subscription: {
            select: { application: { select: { id: true, name: true } }, licenseType: { select: { slug: true } } },
          },
        },
      });
      return { seats };
    },
    async erase(tx, userId) {
      await tx.seat.deleteMany({ where: { membership: { userId } } });
    },
  };
}
