import type { AccountChange, AccountFields } from '@org/identity-core';
import type { IdentityPluginHost, Transaction } from '@org/identity-prisma';
import { deletePendingRequests } from '../accounts/delete-pending-requests.js';
import { normalizeEmail, provenEmail } from '../accounts/find-account.js';

const nameFields = ['displayName', 'givenName', 'familyName'] as const;

/** Changes the names or the email of an account on behalf of a plugin. The user's row is locked. */
export async function updateAccount(
  tx: Transaction,
  events: IdentityPluginHost['events'],
  { userId, actor, fields }: AccountChange & { fields: AccountFields },
): Promise<string[]> {
  const before = await tx.user.findUnique({ where: { id: userId, deletedAt: null } });
  if (!before) return [];
  const names = nameFields.filter((field) => fields[field] !== undefined && fields[field] !== before[field]);
  if (names.length > 0) {
    const data = Object.fromEntries(names.map((field) => [field, fields[field]]));
    await tx.user.update({ where: { id: userId }, data });
    const told = {
      type: 'profile.updated',
      tenantId: null,
      actor,
      subjectId: userId,
      data: { changed: names },
    } as const;
    await events.publish(tx, told);
  }
  const email = fields.email;
  if (email === undefined || email === before.email) return names;
  const normalizedEmail = normalizeEmail(email);
  const other = await tx.user.findUnique({ where: { normalizedEmail }, select: { id: true } });
  if (other && other.id !== userId) return names;
  await tx.user.update({ where: { id: userId }, data: { email, normalizedEmail, ...provenEmail } });
  // They were mailed to the email before, which no longer belongs to the account.
  await deletePendingRequests(tx, userId);
  await events.publish(tx, { type: 'email.changed', tenantId: null, actor, subjectId: userId, data: {} });
  return [...names, 'email'];
}
