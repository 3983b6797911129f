import type { PersonalData } from '@org/identity-core';
import { type IdentityPluginHost, pageSize, pagesOf, type Transaction } from '@org/identity-prisma';

const connection = { select: { id: true, name: true, tenantId: true } };
/** There may be any number of unfinished visits, all alike. */
const maxVisits = 100;

/** What this plugin stores about users: how they are known to providers, and their sign-ins by connections. */
export function connectionData({ db }: Pick<IdentityPluginHost, 'db'>): PersonalData<Transaction> {
  return {
    models: ['ConnectionLink', 'ExpectedUser', 'ConnectionVisit', 'ConnectionAttempt', 'SetupLink'],
    async collect(userId) {
      const where = { userId };
      const [links, expected, visits, setupLinks] = await Promise.all([
        db.connectionLink.findMany({ where, omit: { userId: true, connectionId: true }, include: { connection } }),
        db.expectedUser.findMany({ where, select: { createdAt: true, connection } }),
        db.connectionVisit.findMany({
          where,
          select: { identity: true, expiresAt: true, connection },
          take: maxVisits,
        }),
        db.setupLink.findMany({
          where: { createdById: userId },
          select: {
            tenantId: true,
            email: true,
            createdAt: true,
            expiresAt: true,
            withdrawnAt: true,
            lastUsedAt: true,
          },
        }),
      ]);
      return { links, expected, visits, setupLinks, attempts: attemptsOf(db, userId) };
    },
    async erase(tx, userId) {
      // The other rows are deleted with the user's row.
      await tx.connectionAttempt.deleteMany({ where: { userId } });
      const { email, normalizedEmail } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
      const ofEmail = { email: { in: [email, normalizedEmail] } };
      await tx.connectionAttempt.deleteMany({ where: ofEmail });
      await tx.setupLink.deleteMany({ where: ofEmail });
    },
  };
}

function attemptsOf(db: Transaction, userId: string) {
  return pagesOf((after: { id: string } | undefined) =>
    db.connectionAttempt.findMany({
      where: { userId, ...(after ? { id: { gt: after.id } } : {}) },
      orderBy: { id: 'asc' },
      take: pageSize,
      select: { id: true, at: true, result: true, reason: true, subject: true, email: true, connection },
    }),
  );
}
