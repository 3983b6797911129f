import { type Actor, EnteredEmail, IdentityError, LanguageTag, PlainName, reply, TimeZone } from '@org/identity-core';
import type { IdentityPluginHost, Transaction } from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import { z } from 'zod';
import { createAccount } from '../accounts/create-account.js';
import { normalizeEmail, recipientOf } from '../accounts/find-account.js';
import { welcomeByCodeMail } from '../emailed-codes/emailed-code-mails.js';
import type { MailLimiter } from '../limits/mail-limits.js';
import { addPasswordReset, type ResetServices } from '../password/add-password-reset.js';
import { getUser } from './get-user.js';

/** A user whom an operator adds. Nulls and absent fields mean the same. */
export const CreateUserBody = z.strictObject({
  email: EnteredEmail,
  emailVerified: z.boolean().optional(),
  displayName: PlainName.nullable().optional(),
  givenName: PlainName.nullable().optional(),
  familyName: PlainName.nullable().optional(),
  locale: LanguageTag.nullable().optional(),
  zoneinfo: TimeZone.nullable().optional(),
});

interface NewUser {
  readonly person: z.output<typeof CreateUserBody>;
  readonly actor: Actor;
  /** Mails the person a link to choose a password or, where nobody has one, how to sign in. Without it nobody is told. */
  readonly welcome?: { readonly limiter: MailLimiter; readonly language: Language } | undefined;
}

type WaysIn = Pick<IdentityPluginHost['accounts'], 'passwordSignIn' | 'accountPage'>;

/** Adds an account without a password, for an operator. */
export async function createUser(
  services: ResetServices & Pick<IdentityPluginHost, 'events'> & { accounts?: WaysIn },
  { person, actor, welcome }: NewUser,
) {
  const { db, events } = services;
  const user = await db.$transaction(async (tx) => {
    const { email, emailVerified = false, ...profile } = person;
    const known = Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== null));
    const created = await createAccount(tx, { email, emailVerified, passwordHash: null, ...known });
    if (!created) throw new IdentityError('EMAIL_TAKEN', 'There is already an account with this email.');
    const { id } = created;
    await events.publish(tx, { type: 'account.created', tenantId: null, actor, subjectId: id, data: {} });
    if (welcome) {
      const normalizedEmail = normalizeEmail(email);
      await welcome.limiter.count(tx, { kind: 'reset', recipient: normalizedEmail });
      const { language } = welcome;
      if (services.accounts?.passwordSignIn ?? true)
        await addPasswordReset(tx, services, { email, normalizedEmail, interactionUid: null, language, welcome: true });
      else await addWelcome(tx, services, recipientOf({ email, locale: person.locale ?? null }, language));
    }
    return reply(await getUser(tx, id));
  });
  if (welcome) services.sendMail();
  return user;
}

async function addWelcome(
  tx: Transaction,
  { mail, brand, issuer, accounts }: Parameters<typeof createUser>[0],
  recipient: ReturnType<typeof recipientOf>,
): Promise<void> {
  const link = accounts?.accountPage === undefined ? undefined : `${issuer}${accounts.accountPage}`;
  await mail.add(tx, welcomeByCodeMail({ ...recipient, brand, link }), { kind: 'welcome' });
}
