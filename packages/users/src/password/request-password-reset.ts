import { newOneTimeSecret } from '@org/identity-core';
import { type IdentityPluginHost, lockUserByEmailSql, Prisma, type Transaction } from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import { normalizeEmail, recipientOf } from '../accounts/find-account.js';
import type { MailLimiter } from '../limits/mail-limits.js';
import { resetPasswordMail } from './password-reset-mails.js';

type Services = Pick<IdentityPluginHost, 'db' | 'mail' | 'sendMail' | 'issuer' | 'brand'>;

const minutes = 60;

/**
 * Mails a link to set a new password, if the email has an account. From outside nobody can see whether it has: both cases
 * run the same statements in one transaction, and for an unknown email the mail is queued as a decoy.
 */
export async function requestPasswordReset(
  services: Services,
  limiter: MailLimiter,
  input: { email: string; ip: string; interactionUid: string | null; language: Language },
): Promise<void> {
  const { db, mail, issuer, brand } = services;
  const normalizedEmail = normalizeEmail(input.email);
  if (!(await limiter.allows({ kind: 'reset', recipient: normalizedEmail, ip: input.ip }))) return;
  const { secret, secretHash } = newOneTimeSecret();
  const link = `${issuer}/password-reset/${secret}`;
  await db.$transaction(async (tx) => {
    const owner = await storeReset(tx, { normalizedEmail, secretHash, interactionUid: input.interactionUid });
    // To the account's email, never to the text that was typed: they may differ in letters that look alike.
    const recipient = recipientOf(owner ?? { email: input.email, locale: null }, input.language);
    await mail.add(tx, resetPasswordMail({ ...recipient, link, minutes, brand }), { decoy: owner === undefined });
  });
  services.sendMail();
}

/** Finds the account and stores the hash of its new link in one statement; returns its owner if there is one. */
async function storeReset(
  tx: Transaction,
  reset: { normalizedEmail: string; secretHash: Uint8Array; interactionUid: string | null },
): Promise<{ email: string; locale: string | null } | undefined> {
  const { normalizedEmail, secretHash, interactionUid } = reset;
  const expiresAt = new Date(Date.now() + minutes * 60 * 1000);
  // The lock waits for an email change in progress, and then finds no account: a link never outlives its email. An account
  // that waits for its deletion is found as well, because its owner may want it back without knowing the password. A
  // disabled account is not.
  const rows = await tx.$queryRaw<{ email: string; locale: string | null }[]>`
    WITH person AS (
      ${lockUserByEmailSql(normalizedEmail, Prisma.sql`disabled_at IS NULL`)}
    ), kept AS (
      INSERT INTO identity.password_resets (user_id, secret_hash, interaction_uid, expires_at)
      SELECT id, ${secretHash}, ${interactionUid}, ${expiresAt} FROM person
      ON CONFLICT (user_id) DO UPDATE
      SET secret_hash = excluded.secret_hash, interaction_uid = excluded.interaction_uid,
          expires_at = excluded.expires_at, created_at = excluded.created_at
      RETURNING user_id
    )
    SELECT email, locale FROM person JOIN kept ON user_id = id`;
  return rows[0];
}
