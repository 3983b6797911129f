import type { PersonalData } from '@org/identity-core';
import { type IdentityPluginHost, pageSize, pagesOf, type Transaction } from '@org/identity-prisma';
import { attemptsWithEmail, eraseEmail, setupLinksTo } from './rows-with-email.js';

const connection = { select: { id: true, name: true, tenantId: true } };
/** There may be any number of unfinished visits, all alike. */
const maxVisits = 100;

/** What this plugin stores about users: how they are known to providers, and their sign-ins by connections. */
export function connectionData({ db }: Pick<IdentityPluginHost, 'db'>): PersonalData<Transaction> {
  return {
    models: ['ConnectionLink', 'ExpectedUser', 'ConnectionVisit', 'ConnectionAttempt', 'SetupLink'],
    async collect(userId) {
      const where = { userId };
      // Whoever has not verified an email learns nothing about it.
      const user = await db.user.findUnique({ where: { id: userId, emailVerified: true } });
      const [attemptIds, linkIds] = user
        ? await Promise.all([attemptsWithEmail(db, user), setupLinksTo(db, user)])
        : [[], []];
      const [links, expected, visits, setupLinks] = await Promise.all([
        db.connectionLink.findMany({ where, omit: { userId: true, connectionId: true }, include: { connection } }),
        db.expectedUser.findMany({ where, select: { createdAt: true, connection } }),
        db.connectionVisit.findMany({
          where,
          select: { identity: true, expiresAt: true, connection },
          take: maxVisits,
        }),
        // Those that the user has made, and those that the user got.
        db.setupLink.findMany({
          where: { OR: [{ createdById: userId }, { id: { in: linkIds } }] },
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
      return { links, expected, visits, setupLinks, attempts: attemptsOf(db, userId, attemptIds) };
    },
    async erase(tx, userId) {
      // The other rows are deleted with the user's row.
      await tx.connectionAttempt.deleteMany({ where: { userId } });
      await eraseEmail(tx, await tx.user.findUniqueOrThrow({ where: { id: userId } }));
    },
  };
}

/** The attempts of a user, and those with these ids, which name only the email. */
function attemptsOf(db: Transaction, userId: string, others: readonly string[]) {
  const own = { OR: [{ userId }, { id: { in: [...others] } }] };
  return pagesOf((after: { id: string } | undefined) =>
    db.connectionAttempt.findMany({
      where: { ...own, ...(after ? { id: { gt: after.id } } : {}) },
      orderBy: { id: 'asc' },
      take: pageSize,
      select: { id: true, at: true, result: true, reason: true, subject: true, email: true, connection },
    }),
  );
}
