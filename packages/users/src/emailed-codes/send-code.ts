import { randomBytes } from 'node:crypto';
import { hashOneTimeSecret } from '@org/identity-core';
import type { IdentityPluginHost, Transaction } from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import { normalizeEmail, recipientOf } from '../accounts/find-account.js';
import { isKnownTo, type KnownBrowser } from '../credentials/known-browser.js';
import type { MailLimiter } from '../limits/mail-limits.js';
import { type CodePlace, codeMinutes, hashCode, newCode, noCode } from './code-secret.js';
import { emailCodeMail } from './emailed-code-mails.js';

type Services = Pick<IdentityPluginHost, 'db' | 'mail' | 'sendMail' | 'brand'>;

export interface CodeRequest {
  email: string;
  interactionUid: string;
  ip: string;
  /** The browser, if its cookie says that it is known to some accounts. */
  browser: KnownBrowser | undefined;
  language: Language;
  /** Whether the code of an email without an account creates one. */
  registration: boolean;
  /** Where the code before this one is entered, if there is one. */
  place: CodePlace | undefined;
  /** Whether no code of this email may be used here, whoever has it. */
  isDecoy?: boolean;
}

/**
 * Mails a code to sign in with, and returns where it can be entered. From outside nobody can see whether the email has an
 * account: all cases run the same statements, and if no code may be used, the mail is a decoy. What is not mailed does not
 * exist either: the page asks for a code, and none is right.
 */
export async function sendEmailCode(
  services: Services,
  limiter: MailLimiter,
  request: CodeRequest,
): Promise<CodePlace> {
  const { db, mail, brand } = services;
  const { email, interactionUid, language, place } = request;
  const normalizedEmail = normalizeEmail(email);
  const isKnown = await isKnownTo(db, request.browser, normalizedEmail);
  const allowed = await limiter.allows({ kind: 'code', recipient: normalizedEmail, ip: request.ip, isKnown });
  // After too many mails the last code stays valid.
  if (!allowed && place && (await isOpen(db, place, normalizedEmail))) return place;
  const { code, secret, secretHash } = newCode();
  const next = { secret, interactionUid };
  await db.$transaction(async (tx) => {
    const stored = await storePage(tx, { ...request, normalizedEmail, secretHash });
    if (!allowed) return;
    const { createsAccount, owner } = stored;
    const within = await limiter.allowsCode(tx, { recipient: normalizedEmail, isNew: createsAccount });
    const recipient = recipientOf(owner ?? { email, locale: null }, language);
    const decoy = request.isDecoy === true || !within || (owner === undefined && !createsAccount);
    await mail.add(tx, emailCodeMail({ ...recipient, brand, code, minutes: codeMinutes }), {
      kind: 'email-code',
      decoy,
    });
    // Nothing matches a random hash. Its tries count as those of a code that was mailed, so that they tell nothing.
    const unmatched = within ? Uint8Array.from(randomBytes(32)) : noCode;
    const codeHash = decoy ? unmatched : hashCode(next, code);
    await tx.emailCode.update({ where: { secretHash }, data: { codeHash } });
  });
  services.sendMail();
  return next;
}

async function isOpen(db: Services['db'], { secret, interactionUid }: CodePlace, normalizedEmail: string) {
  const where = {
    secretHash: hashOneTimeSecret(secret),
    interactionUid,
    normalizedEmail,
    expiresAt: { gt: new Date() },
  };
  return (await db.emailCode.count({ where })) === 1;
}

interface StoredPage {
  readonly createsAccount: boolean;
  /** The account that the code signs in to. */
  readonly owner: { readonly email: string; readonly locale: string | null } | undefined;
}

interface NewPage extends CodeRequest {
  normalizedEmail: string;
  secretHash: Uint8Array<ArrayBuffer>;
}

/** Finds the account and stores what the page of the code needs, without a code, in one statement. */
async function storePage(tx: Transaction, page: NewPage): Promise<StoredPage> {
  const { email, normalizedEmail, interactionUid, secretHash, registration } = page;
  const expiresAt = new Date(Date.now() + codeMinutes * 60_000);
  // An account that waits for its deletion is found as well, because its owner may want to keep it. One that is disabled, or
  // is about to be erased, neither signs in nor makes room for a new one.
  const [row] = await tx.$queryRaw<{ createsAccount: boolean; email: string | null; locale: string | null }[]>`
    WITH person AS (
      SELECT id, email, locale, sign_in_epoch, disabled_at IS NULL AND (deleted_at IS NULL OR erase_at > now()) AS usable
      FROM identity.users WHERE normalized_email = ${normalizedEmail}
    ), kept AS (
      INSERT INTO identity.email_codes (secret_hash, interaction_uid, email, normalized_email, user_id, epoch,
        creates_account, code_hash, expires_at)
      SELECT ${secretHash}, ${interactionUid}, ${email}, ${normalizedEmail}, person.id, person.sign_in_epoch,
        ${registration} AND NOT EXISTS (SELECT FROM person), ${noCode}, ${expiresAt}
      FROM (VALUES (1)) AS one LEFT JOIN person ON person.usable
      ON CONFLICT (interaction_uid) DO UPDATE
      SET secret_hash = excluded.secret_hash, email = excluded.email, normalized_email = excluded.normalized_email,
          user_id = excluded.user_id, epoch = excluded.epoch, creates_account = excluded.creates_account,
          code_hash = excluded.code_hash, tries = 0, proven_at = NULL, expires_at = excluded.expires_at,
          created_at = excluded.created_at
      RETURNING creates_account
    )
    SELECT kept.creates_account AS "createsAccount", person.email, person.locale
    FROM kept LEFT JOIN person ON person.usable`;
  if (!row) throw new Error('The page of the code was not stored.');
  const { createsAccount, email: known, locale } = row;
  return { createsAccount, owner: known === null ? undefined : { email: known, locale } };
}
