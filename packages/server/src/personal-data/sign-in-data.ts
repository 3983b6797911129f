import type { PersonalData } from '@org/identity-core';
import { type Database, oidcData, pageSize, pagesOf, type Transaction } from '@org/identity-prisma';

/** The sessions and consents of a user: the tables of oidc-provider, consents, and pending logout notices. */
export function signInData(db: Database): PersonalData<Transaction> {
  const provider = oidcData(db);
  return {
    models: [...provider.models, 'Consent', 'LogoutNotice'],
    async collect(userId) {
      // One after the other, so that an export uses one connection at a time.
      const stored = await provider.collect(userId);
      const consents = await db.consent.findMany({ where: { userId }, omit: { userId: true } });
      return { ...stored, consents, logoutNotices: noticesOf(db, userId) };
    },
    async erase(tx, userId) {
      await provider.erase(tx, userId);
      await tx.logoutNotice.deleteMany({ where: { accountId: userId } });
    },
  };
}

function noticesOf(db: Database, accountId: string) {
  return pagesOf(
    (after: { id: string } | undefined) =>
      db.logoutNotice.findMany({
        where: { accountId, ...(after ? { id: { gt: after.id } } : {}) },
        orderBy: { id: 'asc' },
        take: pageSize,
        select: { id: true, clientId: true, attempts: true, dueAt: true, createdAt: true },
      }),
    ({ id: _id, ...shown }) => shown,
  );
}
