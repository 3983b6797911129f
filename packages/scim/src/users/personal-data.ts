import type { PersonalData } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';
import type { ScimServices } from '../services.js';

/** What directories have sent about a user. */
export function directoryData({ db }: Pick<ScimServices, 'db'>): PersonalData<Transaction> {
  return {
    models: ['DirectoryUser', 'DirectoryAccount', 'DirectoryLogEntry'],
    async collect(userId) {
      const users = await db.directoryUser.findMany({
        where: { userId },
        orderBy: { id: 'asc' },
        select: {
          tenantId: true,
          userName: true,
          externalId: true,
          active: true,
          attributes: true,
          createdAt: true,
          updatedAt: true,
          directory: { select: { name: true } },
        },
      });
      return users.map(({ directory, ...user }) => ({ directory: directory.name, ...user }));
    },
    async erase(tx, userId) {
      const users = await tx.directoryUser.findMany({ where: { userId }, select: { id: true } });
      const resourceId = { in: users.map(({ id }) => id) };
      await tx.directoryLogEntry.updateMany({ where: { resourceId }, data: { subject: null, detail: null } });
      await tx.directoryUser.deleteMany({ where: { userId } });
      await tx.directoryAccount.deleteMany({ where: { userId } });
    },
  };
}
