import { type Actor, IdentityError, type UserPrincipal } from '@org/identity-core';
import {
  type Database,
  endOtherSessions,
  type IdentityPluginHost,
  inTransactionOfTenants,
  lockTenantsOfUser,
  type Prisma,
  requireFreshSignIn,
  type Transaction,
} from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import { deletePendingRequests } from '../accounts/delete-pending-requests.js';
import { recipientOf } from '../accounts/find-account.js';
import { isCorrect, provePassword, type SignInInput, wrongPassword } from '../credentials/check-password.js';
import type { KnownBrowser } from '../credentials/known-browser.js';
import type { SignInLimiter } from '../credentials/sign-in-limits.js';
import { accountDeletedMail } from './account-deletion-mails.js';

type Services = Pick<IdentityPluginHost, 'db' | 'events' | 'mail' | 'sendMail' | 'sendLogoutNotices' | 'brand'>;

const day = 24 * 60 * 60 * 1000;

interface AccountDeletion {
  principal: Pick<UserPrincipal, 'userId' | 'sessionUid'>;
  ip: string;
  browser?: KnownBrowser | undefined;
  /** The language of the mail, unless the user has set one. */
  language: Language;
  password?: string | undefined;
  confirmation: string;
  graceDays: number;
  passwordSignIn: boolean;
}

/** Closes an account at once. It is erased later; until then its owner can sign in to keep it. */
export async function deleteAccount(services: Services, limiter: SignInLimiter, input: AccountDeletion) {
  const { db, events, mail, brand } = services;
  const { userId } = input.principal;
  if (input.confirmation !== 'DELETE') {
    throw new IdentityError('INCORRECT_CONFIRMATION', 'Send the word DELETE as confirmation.');
  }
  const user = await db.user.findUnique({ where: { id: userId, deletedAt: null, disabledAt: null } });
  if (!user) throw userNotFound();
  // If users do not sign in with passwords, a password proves nothing here either.
  if (user.passwordHash === null || !input.passwordSignIn) await requireFreshSignIn(db, input.principal);
  else await requirePassword(db, limiter, userId, { ...input, email: user.email });

  const deletedAt = new Date();
  const eraseAt = new Date(deletedAt.getTime() + input.graceDays * day);
  const close = async (tx: Transaction) => {
    // Only if the password is still the one we checked: it may have been changed in the meantime. Not by its hash, which
    // the check renews if it was made with other parameters.
    const where = { deletedAt: null, disabledAt: null, signInEpoch: user.signInEpoch };
    const actor = { kind: 'user' as const, id: userId };
    if (!(await closeAccount(tx, events, { userId, where, deletedAt, eraseAt, actor }))) throw userNotFound();
    await mail.add(
      tx,
      accountDeletedMail({
        ...recipientOf(user, input.language),
        eraseAt,
        brand,
        passwordSignIn: input.passwordSignIn,
      }),
      {
        notice: 'account-deleted',
      },
    );
  };
  await inTransactionOfTenants({ db, timeout: closeTimeout }, close);
  services.sendMail();
  services.sendLogoutNotices();
  return { success: true, message: `Your account is closed and will be erased at ${eraseAt.toISOString()}.` };
}

/** With the same limits as a sign-in, so that a stolen token cannot be used to guess the password. */
async function requirePassword(
  db: Database,
  limiter: SignInLimiter,
  userId: string,
  { password, ...attempt }: Omit<SignInInput, 'password'> & { password?: string | undefined },
): Promise<void> {
  const proof = password === undefined ? undefined : await provePassword(db, limiter, { ...attempt, password });
  if (!isCorrect(proof, userId)) throw wrongPassword(proof);
}

const userNotFound = () => new IdentityError('USER_NOT_FOUND', 'There is no such user.');

/** A user may belong to many tenants, each with a lock to wait for. */
export const closeTimeout = 30_000;

interface AccountClosing {
  userId: string;
  /** What must still be true of the account. */
  where: Prisma.UserWhereInput;
  deletedAt: Date;
  eraseAt: Date;
  actor: Actor;
}

/** Closes an account: from the commit on, no sign-in, session, grant or token works. Returns false if the condition is not met. */
export async function closeAccount(
  tx: Transaction,
  events: IdentityPluginHost['events'],
  { userId, where, deletedAt, eraseAt, actor }: AccountClosing,
): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { ...where, id: userId },
    data: { deletedAt, eraseAt, signInEpoch: { increment: 1 } },
  });
  if (count === 0) return false;
  // Before sessions and grants, because a suspension locks the tenant and then ends grants. See `lock-order.ts`.
  await lockTenantsOfUser(tx, userId);
  await deletePendingRequests(tx, userId);
  const endedIn = await endOtherSessions(tx, { accountId: userId, except: null });
  const event = { type: 'account.deleted', tenantId: null, actor, subjectId: userId, data: {} } as const;
  await events.publish(tx, event, { endedIn });
  return true;
}
