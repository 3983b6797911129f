import type { PersonalData } from '@org/identity-core';
import { type Database, oidcData, pageSize, pagesOf, type Transaction } from '@org/identity-prisma';

/** The sessions and consents of a user: the tables of oidc-provider, consents, and pending logout notices. */
export function signInData(db: Database): PersonalData<Transaction> {
  const provider = oidcData(db);
  return {
    models: [...provider.models, 'Consent', 'ConsentBinding', 'ClientUse', 'TenantApplication', 'LogoutNotice'],
    async collect(userId) {
      // One after the other, so that an export uses one connection at a time.
      const stored = await provider.collect(userId);
      const consents = await db.consent.findMany({
        where: { userId },
        omit: { userId: true },
        include: { bindings: { omit: { userId: true, clientId: true } } },
      });
      const clientUses = await db.clientUse.findMany({ where: { userId }, omit: { userId: true } });
      const requests = { where: { requestedBy: userId }, select: { tenantId: true, clientId: true, createdAt: true } };
      const requestedApplications = await db.tenantApplication.findMany(requests);
      return { ...stored, consents, clientUses, requestedApplications, logoutNotices: noticesOf(db, userId) };
    },
    async erase(tx, userId) {
      await provider.erase(tx, userId);
      await tx.tenantApplication.updateMany({ where: { requestedBy: userId }, data: { requestedBy: null } });
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
