import { activeUser, type LockedUser, lockUserRow, type Transaction } from '@org/identity-prisma';

/** Locks an account before its second factors are changed. Returns undefined if it is deleted or disabled. */
export function lockAccount(tx: Transaction, userId: string): Promise<LockedUser | undefined> {
  return lockUserRow(tx, userId, activeUser);
}

/**
 * Updates `mfa_enabled` to match the current factors, in the transaction that changed them. Increases the sign-in epoch, so
 * that a sign-in that started without the factor fails. Returns the new epoch.
 */
export async function updateMfaEnabled(tx: Transaction, userId: string): Promise<number> {
  const rows = await tx.$queryRaw<{ epoch: number }[]>`
    UPDATE identity.users SET
      mfa_enabled = EXISTS (SELECT 1 FROM identity.totp WHERE user_id = users.id AND confirmed_at IS NOT NULL)
        OR EXISTS (SELECT 1 FROM identity.passkeys WHERE user_id = users.id),
      sign_in_epoch = sign_in_epoch + 1,
      updated_at = now()
    WHERE id = ${userId}::uuid RETURNING sign_in_epoch AS epoch`;
  const epoch = rows[0]?.epoch;
  if (epoch === undefined) throw new Error('The account no longer exists.');
  return epoch;
}

/** Removes all second factors of an account that another user had created: the user who has just verified its email does not have them. */
export async function dropSecondFactors(tx: Transaction, userId: string): Promise<void> {
  await tx.totp.deleteMany({ where: { userId } });
  await tx.passkey.deleteMany({ where: { userId } });
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await updateMfaEnabled(tx, userId);
}
