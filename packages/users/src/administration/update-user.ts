import {
  type Actor,
  EnteredEmail,
  IdentityError,
  LanguageTag,
  PlainName,
  reply,
  TimeZone,
  text,
} from '@org/identity-core';
import { type IdentityPluginHost, lockUserToChange, Prisma, type Transaction } from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import { z } from 'zod';
import { normalizeEmail } from '../accounts/find-account.js';
import { userNotFound } from './find-user.js';
import { getUser } from './get-user.js';
import { setEmail } from './set-email.js';

/** What an operator changes of a user; null clears a field. */
export const UpdateUserBody = z.strictObject({
  email: EnteredEmail.optional(),
  emailVerified: z.boolean().optional(),
  externalId: text(255, { min: 1 }).nullable().optional(),
  displayName: PlainName.nullable().optional(),
  givenName: PlainName.nullable().optional(),
  familyName: PlainName.nullable().optional(),
  locale: LanguageTag.nullable().optional(),
  zoneinfo: TimeZone.nullable().optional(),
});
type Changes = z.output<typeof UpdateUserBody>;

type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'mail' | 'brand' | 'sendMail' | 'sendLogoutNotices'>;

interface UserUpdate {
  readonly userId: string;
  readonly changes: Changes;
  readonly actor: Actor;
  /** The language of the mails, unless the user has set one. */
  readonly language: Language;
}

const plainFields = ['externalId', 'displayName', 'givenName', 'familyName', 'locale', 'zoneinfo'] as const;

/**
 * Changes the account of a user for an operator. A new email is unverified unless it is said to be verified; it ends the
 * sessions and open resets of the user, and both emails are told.
 */
export async function updateUser(services: Services, update: UserUpdate) {
  const { db } = services;
  const run = async (tx: Transaction) => {
    // First, because the lock on this row decides about sign-ins and changes in flight.
    const condition = Prisma.sql`deleted_at IS NULL`;
    if (!(await lockUserToChange(tx, { ...update, condition }))) throw userNotFound(update.userId);
    const emailChanged = await change(tx, services, update);
    return { user: reply(await getUser(tx, update.userId)), emailChanged };
  };
  const { user, emailChanged } = await db.$transaction(run).catch(async (error: unknown) => {
    // Another change was faster: now its account can be seen.
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002')
      await requireFree(db, update.userId, update.changes);
    throw error;
  });
  if (emailChanged) {
    services.sendMail();
    services.sendLogoutNotices();
  }
  return user;
}

async function change(
  tx: Transaction,
  services: Services,
  { userId, changes, actor, language }: UserUpdate,
): Promise<boolean> {
  const before = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  await requireFree(tx, userId, changes);
  const { email, emailVerified } = changes;
  const isOther = email !== undefined && normalizeEmail(email) !== before.normalizedEmail;
  const plain = Object.fromEntries(
    plainFields.flatMap((field) => {
      const value = changes[field];
      return value === undefined || value === before[field] ? [] : [[field, value]];
    }),
  );
  const data = {
    ...plain,
    // Only the spelling: it is the same mailbox.
    ...(email !== undefined && !isOther && email !== before.email ? { email } : {}),
    ...(emailVerified === false && !isOther && before.emailVerified ? { emailVerified } : {}),
  };
  const publish = (type: 'profile.updated' | 'email.verified', facts = {}) =>
    services.events.publish(tx, { type, tenantId: null, actor, subjectId: userId, data: facts });
  const changed = Object.keys(data);
  if (changed.length > 0) {
    await tx.user.update({ where: { id: userId }, data });
    await publish('profile.updated', { changed });
  }
  if (isOther)
    await setEmail(tx, services, {
      user: { id: userId, email: before.email, locale: before.locale },
      email,
      emailVerified: emailVerified === true,
      emailToProve: false,
      actor,
      language,
    });
  else if (emailVerified && (!before.emailVerified || before.emailToProve)) {
    await tx.user.update({ where: { id: userId }, data: { emailVerified: true, emailToProve: false } });
    await publish('email.verified');
  }
  return isOther;
}

/** Throws if another account has the email or the external id. The unique indexes decide between changes at one moment. */
async function requireFree(tx: Transaction, userId: string, { email, externalId }: Changes): Promise<void> {
  const taken = (where: Prisma.UserWhereInput) => tx.user.count({ where: { ...where, id: { not: userId } } });
  if (email !== undefined && (await taken({ normalizedEmail: normalizeEmail(email) })) > 0) throw emailTaken();
  if (externalId && (await taken({ externalId })) > 0) throw externalIdTaken();
}

const emailTaken = () => new IdentityError('EMAIL_TAKEN', 'There is already an account with this email.');
const externalIdTaken = () =>
  new IdentityError('EXTERNAL_ID_TAKEN', 'There is already an account with this external id.');
