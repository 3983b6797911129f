import { actorOf, IdentityError, type Principal, reply } from '@org/identity-core';
import {
  type IdentityPluginHost,
  inTransactionOfTenants,
  lockUntilCommit,
  lockUserToChange,
  type Transaction,
} from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import { recipientOf } from '../accounts/find-account.js';
import { accountErasedMail } from '../deletion/account-deletion-mails.js';
import { closeAccount, closeTimeout } from '../deletion/delete-account.js';
import { userNotFound } from './find-user.js';
import { requireOtherUser } from './require-other-user.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'mail' | 'sendMail' | 'sendLogoutNotices' | 'brand'>;

/**
 * Erases an account for an operator: it is closed at once, as if its user had deleted it, and cannot be kept. The job that
 * erases accounts then deletes all personal data within the hour. The last super admin cannot be erased.
 */
export async function eraseUser(
  services: Services,
  { userId, principal, language }: { userId: string; principal: Principal; language: Language },
) {
  requireOtherUser(principal, userId, 'erase');
  const { db, events, mail, brand } = services;
  const actor = actorOf(principal);
  const erase = async (tx: Transaction) => {
    await lockUntilCommit(tx, 'erasures');
    await lockUserToChange(tx, { userId, actor });
    const user = await tx.user.findUnique({ where: { id: userId } });
    if (!user) throw userNotFound(userId);
    const now = new Date();
    const closing = { userId, where: {}, deletedAt: now, eraseAt: now, actor };
    await closeAccount(tx, events, closing);
    await requireSuperAdminLeft(tx, userId);
    await mail.add(tx, accountErasedMail({ ...recipientOf(user, language), brand }), {
      kind: 'account-erased',
    });
    return reply({ success: true, message: 'The account is closed. Its data is erased within the hour.' });
  };
  const done = await inTransactionOfTenants({ db, timeout: closeTimeout }, erase);
  services.sendMail();
  services.sendLogoutNotices();
  return done;
}

/** Called after the account is closed: its row is locked, so it can no longer become a super admin. */
async function requireSuperAdminLeft(tx: Transaction, userId: string): Promise<void> {
  if ((await tx.user.count({ where: { id: userId, superAdmin: true } })) === 0) return;
  const left = await tx.user.count({ where: { superAdmin: true, deletedAt: null, disabledAt: null } });
  if (left === 0)
    throw new IdentityError(
      'LAST_SUPER_ADMIN',
      'There is no other super admin who can sign in. Make another one first.',
    );
}
