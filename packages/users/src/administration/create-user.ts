import { type Actor, EnteredEmail, IdentityError, LanguageTag, PlainName, reply, TimeZone } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import { z } from 'zod';
import { createAccount } from '../accounts/create-account.js';
import { normalizeEmail } from '../accounts/find-account.js';
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
  /** Mails the person a link to choose a password. Without it nobody is told. */
  readonly welcome?: { readonly limiter: MailLimiter; readonly language: Language } | undefined;
}

/** Adds an account without a password, for an operator. */
export async function createUser(
  services: ResetServices & Pick<IdentityPluginHost, 'events'>,
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
      await addPasswordReset(tx, services, { email, normalizedEmail, interactionUid: null, language, welcome: true });
    }
    return reply(await getUser(tx, id));
  });
  if (welcome) services.sendMail();
  return user;
}
