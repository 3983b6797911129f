import type { Database } from '@org/identity-prisma';

/** The current ways to sign in to an account, and since when. */
export async function readSecurityState(db: Database, userId: string) {
  const { passwordHash, totp, _count, ...user } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      passwordHash: true,
      passwordChangedAt: true,
      totp: { select: { confirmedAt: true } },
      passkeys: {
        orderBy: { createdAt: 'asc' },
        select: { id: true, name: true, createdAt: true, lastUsedAt: true },
      },
      ssoLinks: { orderBy: { linkedAt: 'asc' }, select: { provider: true } },
      _count: { select: { recoveryCodes: true } },
    },
  });
  return {
    ...user,
    hasPassword: passwordHash !== null,
    appSince: totp?.confirmedAt ?? null,
    recoveryCodes: _count.recoveryCodes,
  };
}

export type SecurityState = Awaited<ReturnType<typeof readSecurityState>>;

/** Whether the account has a second factor. */
export const hasFactor = ({ appSince, passkeys }: Pick<SecurityState, 'appSince' | 'passkeys'>): boolean =>
  appSince !== null || passkeys.length > 0;
