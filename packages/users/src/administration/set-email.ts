import type { Actor } from '@org/identity-core';
import { endOtherSessions, type IdentityPluginHost, type Transaction } from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import { deletePendingRequests } from '../accounts/delete-pending-requests.js';
import { normalizeEmail, recipientOf } from '../accounts/find-account.js';
import { emailChangedMail } from '../email/email-change-mails.js';

interface NewEmail {
  readonly user: { readonly id: string; readonly email: string; readonly locale: string | null };
  readonly email: string;
  readonly emailVerified: boolean;
  /** Whether the next sign-in has to prove the email. */
  readonly emailToProve: boolean;
  readonly actor: Actor;
  /** The session that does not end. */
  readonly keptSession?: string | undefined;
  /** The language of the mails, unless the user has set one. */
  readonly language: Language;
}

/**
 * Gives an account another email for an operator or a plugin: its sessions, open resets and other mailed links end, and both emails are
 * told. The user's row is locked, and no other account has the email. Call `sendMail` and `sendLogoutNotices` after the commit.
 */
export async function setEmail(
  tx: Transaction,
  { events, mail, brand }: Pick<IdentityPluginHost, 'events' | 'mail' | 'brand'>,
  { user, email, emailVerified, emailToProve, actor, keptSession, language }: NewEmail,
): Promise<void> {
  await tx.user.update({
    where: { id: user.id },
    data: {
      email,
      normalizedEmail: normalizeEmail(email),
      emailVerified,
      emailToProve,
      signInEpoch: { increment: 1 },
    },
  });
  await deletePendingRequests(tx, user.id);
  const endedIn = await endOtherSessions(tx, { accountId: user.id, except: keptSession ?? null });
  const event = { type: 'email.changed', tenantId: null, actor, subjectId: user.id, data: {} } as const;
  await events.publish(tx, event, { endedIn });
  for (const recipient of new Set([user.email, email])) {
    const to = recipientOf({ email: recipient, locale: user.locale }, language);
    await mail.add(tx, emailChangedMail({ ...to, newEmail: email, brand }), { notice: 'email-changed' });
  }
}
