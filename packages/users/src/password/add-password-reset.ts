import { newOneTimeSecret } from '@org/identity-core';
import { type IdentityPluginHost, lockUserByEmailSql, Prisma, type Transaction } from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import { recipientOf } from '../accounts/find-account.js';
import { resetPasswordMail, welcomeMail } from './password-reset-mails.js';

export type ResetServices = Pick<IdentityPluginHost, 'db' | 'mail' | 'sendMail' | 'issuer' | 'brand'>;

const minutes = 60;
/** A new person does not wait for the mail, so its link is valid for longer. */
const welcomeHours = 24;

interface NewReset {
  /** As it was typed: for the decoy if it has no account. */
  readonly email: string;
  readonly normalizedEmail: string;
  /** The sign-in that the link leads back to. */
  readonly interactionUid: string | null;
  readonly language: Language;
  /** An operator has just created the account: the mail welcomes its owner. */
  readonly welcome?: boolean;
}

/**
 * Stores a link to set a new password and queues its mail. Returns false if the email has no account that can be used: then
 * the same statements have run, and the mail is a decoy.
 */
export async function addPasswordReset(
  tx: Transaction,
  { mail, issuer, brand }: Pick<ResetServices, 'mail' | 'issuer' | 'brand'>,
  { email, normalizedEmail, interactionUid, language, welcome = false }: NewReset,
): Promise<boolean> {
  const { secret, secretHash } = newOneTimeSecret();
  const link = `${issuer}/password-reset/${secret}`;
  const expiresAt = new Date(Date.now() + (welcome ? welcomeHours * 60 : minutes) * 60_000);
  const owner = await storeReset(tx, { normalizedEmail, secretHash, interactionUid, expiresAt });
  // To the account's email, never to the text that was typed: they may differ in letters that look alike.
  const recipient = recipientOf(owner ?? { email, locale: null }, language);
  const to = { ...recipient, link, brand };
  const message = welcome ? welcomeMail({ ...to, hours: welcomeHours }) : resetPasswordMail({ ...to, minutes });
  await mail.add(tx, message, { kind: 'password-reset', decoy: owner === undefined });
  return owner !== undefined;
}

/** Finds the account and stores the hash of its new link in one statement; returns its owner if there is one. */
async function storeReset(
  tx: Transaction,
  reset: { normalizedEmail: string; secretHash: Uint8Array; interactionUid: string | null; expiresAt: Date },
): Promise<{ email: string; locale: string | null } | undefined> {
  const { normalizedEmail, secretHash, interactionUid, expiresAt } = reset;
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
