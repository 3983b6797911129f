import type { PersonalData } from '@org/identity-core';
import { type Database, oidcData, type Transaction } from '@org/identity-prisma';

/** Where people are signed in and what they have allowed: the provider's tables, consents, and clients yet to be told of an end. */
export function signInData(db: Database): PersonalData<Transaction> {
  const provider = oidcData(db);
  return {
    models: [...provider.models, 'Consent', 'LogoutNotice'],
    async collect(userId) {
      const [stored, consents, logoutNotices] = await Promise.all([
        provider.collect(userId),
        db.consent.findMany({ where: { userId }, omit: { userId: true } }),
        db.logoutNotice.findMany({
          where: { accountId: userId },
          select: { clientId: true, attempts: true, dueAt: true, createdAt: true },
        }),
      ]);
      return { ...stored, consents, logoutNotices };
    },
    async erase(tx, userId) {
      await provider.erase(tx, userId);
      await tx.logoutNotice.deleteMany({ where: { accountId: userId } });
    },
  };
}
