import {
  type Database,
  type LockedUser,
  livingUser,
  lockUserRow,
  Prisma,
  type Transaction,
} from '@org/identity-prisma';

/** Whether an account opens only with a second factor. */
export async function hasSecondFactor(db: Database, userId: string): Promise<boolean> {
  const user = await db.user.findUnique({ where: { id: userId }, select: { mfaEnabled: true } });
  return user?.mfaEnabled ?? false;
}

/** Locks a living account for a change of its second factors; every such change begins with it. Only an operator changes a disabled one. */
export async function lockAccount(
  tx: Transaction,
  userId: string,
  { byOperator = false } = {},
): Promise<LockedUser | undefined> {
  return lockUserRow(tx, userId, byOperator ? Prisma.sql`deleted_at IS NULL` : livingUser);
}

/**
 * Brings `mfa_enabled` in line with the factors there are now, in the transaction that changed them. The sign-in epoch
 * goes up, so that a sign-in that began without the factor opens nothing; returned is the new one.
 */
export async function noteSecondFactors(tx: Transaction, userId: string): Promise<number> {
  const rows = await tx.$queryRaw<{ epoch: number }[]>`
    UPDATE identity.users SET
      mfa_enabled = EXISTS (SELECT 1 FROM identity.totp WHERE user_id = users.id AND confirmed_at IS NOT NULL)
        OR EXISTS (SELECT 1 FROM identity.passkeys WHERE user_id = users.id),
      sign_in_epoch = sign_in_epoch + 1,
      updated_at = now()
    WHERE id = ${userId}::uuid RETURNING sign_in_epoch AS epoch`;
  const epoch = rows[0]?.epoch;
  if (epoch === undefined) throw new Error('The account is gone.');
  return epoch;
}

/** Ends all second factors of an account that was somebody else's: whoever has just proven its address could not show them. */
export async function dropSecondFactors(tx: Transaction, userId: string): Promise<void> {
  await tx.totp.deleteMany({ where: { userId } });
  await tx.passkey.deleteMany({ where: { userId } });
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await noteSecondFactors(tx, userId);
}
