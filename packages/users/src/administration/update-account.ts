import type { AccountChange, AccountFields } from '@org/identity-core';
import type { IdentityPluginHost, Prisma, Transaction } from '@org/identity-prisma';
import { languages } from '@org/identity-ui';
import { normalizeEmail, provenEmail } from '../accounts/find-account.js';
import { setEmail } from './set-email.js';

const nameFields = ['displayName', 'givenName', 'familyName'] as const;

type Services = Pick<IdentityPluginHost, 'events' | 'mail' | 'brand'>;
type Change = AccountChange & { readonly fields: AccountFields; readonly keptSession?: string | undefined };
type User = Prisma.UserGetPayload<object>;

/** Changes the names or the email of an account on behalf of a plugin. The user's row is locked. */
export async function updateAccount(tx: Transaction, services: Services, change: Change): Promise<string[]> {
  const before = await tx.user.findUnique({ where: { id: change.userId, deletedAt: null } });
  if (!before) return [];
  const names = await updateNames(tx, services, { ...change, before });
  return (await updateEmail(tx, services, { ...change, before })) ? [...names, 'email'] : names;
}

async function updateNames(
  tx: Transaction,
  services: Services,
  { before, fields, ...change }: Change & { before: User },
) {
  const names = nameFields.filter((field) => fields[field] !== undefined && fields[field] !== before[field]);
  if (names.length === 0) return [];
  const data = Object.fromEntries(names.map((field) => [field, fields[field]]));
  await tx.user.update({ where: { id: before.id }, data });
  await publishUpdate(tx, services, { ...change, changed: names });
  return names;
}

/** Returns whether the email is another one now. */
async function updateEmail(
  tx: Transaction,
  services: Services,
  { before, fields: { email }, ...change }: Change & { before: User },
): Promise<boolean> {
  if (email === undefined || email === before.email) return false;
  // Whoever reads the mails of a super admin can become one. So no plugin decides where they go.
  if (before.superAdmin) return false;
  const normalizedEmail = normalizeEmail(email);
  if (normalizedEmail === before.normalizedEmail) {
    // Only the spelling: it is the same mailbox.
    await tx.user.update({ where: { id: before.id }, data: { email, ...provenEmail } });
    await publishUpdate(tx, services, { ...change, changed: ['email'] });
    return true;
  }
  if ((await tx.user.count({ where: { normalizedEmail } })) > 0) return false;
  const { actor, keptSession } = change;
  await setEmail(tx, services, { user: before, email, ...provenEmail, actor, keptSession, language: languages[0] });
  return true;
}

async function publishUpdate(
  tx: Transaction,
  { events }: Services,
  { userId, actor, changed }: AccountChange & { readonly changed: readonly string[] },
): Promise<void> {
  const told = { type: 'profile.updated', tenantId: null, actor, subjectId: userId, data: { changed } } as const;
  await events.publish(tx, told);
}
