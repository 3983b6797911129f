import type { PersonalData } from '@org/identity-core';
import type { Database, Transaction } from '../database.js';

/** What oidc-provider stores about people: sessions, grants, tokens and interactions. */
export function oidcData(db: Database): PersonalData<Transaction> {
  const period = { createdAt: true, expiresAt: true } as const;
  return {
    models: ['OidcSession', 'OidcGrant', 'OidcToken', 'OidcRecord'],
    async collect(userId) {
      const where = { accountId: userId };
      const { email } = await db.user.findUniqueOrThrow({ where: { id: userId } });
      const [sessions, grants, interactions] = await Promise.all([
        db.oidcSession.findMany({
          where,
          select: { publicId: true, userAgent: true, ipAddress: true, lastActiveAt: true, endedAt: true, ...period },
        }),
        db.oidcGrant.findMany({
          where,
          select: {
            clientId: true,
            tenantId: true,
            revokedAt: true,
            ...period,
            tokens: { select: { kind: true, consumedAt: true, ...period } },
          },
        }),
        db.$queryRaw<unknown[]>`
          SELECT model, created_at AS "createdAt", expires_at AS "expiresAt" FROM identity.oidc_records
          WHERE position(${userId} IN payload::text) > 0 OR position(lower(${email}) IN lower(payload::text)) > 0`,
      ]);
      return { sessions, grants, interactions };
    },
    async erase(tx, userId) {
      const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
      await tx.oidcSession.deleteMany({ where: { accountId: userId } });
      // Their tokens go with them.
      await tx.oidcGrant.deleteMany({ where: { accountId: userId } });
      // Interactions live for an hour, so there are few: those the person began, and those that hint at their address.
      await tx.$executeRaw`
        DELETE FROM identity.oidc_records
        WHERE position(${userId} IN payload::text) > 0 OR position(lower(${email}) IN lower(payload::text)) > 0`;
    },
  };
}
