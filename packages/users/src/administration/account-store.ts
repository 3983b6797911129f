import type { AccountStore } from '@org/identity-core';
import type { IdentityPluginHost, Transaction } from '@org/identity-prisma';
import { createAccount } from '../accounts/create-account.js';
import { claimsOfScopes, findAccount, findSignInEpoch, normalizeEmail, provenEmail } from '../accounts/find-account.js';
import { provePassword } from '../credentials/check-password.js';
import type { HashNewPassword } from '../credentials/hash-new-password.js';
import type { SignInLimiter } from '../credentials/sign-in-limits.js';
import type { NewPasswordLimiter } from '../limits/new-password-limits.js';
import { revokeAllSessions } from '../sessions/sessions.js';
import { reclaimAccount } from '../sso/reclaim-account.js';
import { disableForPlugin, enableForPlugin } from './disable-user.js';
import { updateAccount } from './update-account.js';

/** What oidc-provider and the other plugins need of accounts. */
export function accountStore(
  services: Pick<IdentityPluginHost, 'db' | 'pool' | 'events' | 'mail' | 'brand' | 'sendLogoutNotices'>,
  limiter: SignInLimiter,
  newPasswords: { limiter: NewPasswordLimiter; hash: HashNewPassword },
  deployment: Pick<AccountStore<Transaction>, 'passwordSignIn' | 'emailCodes' | 'accountPage'> = {
    passwordSignIn: true,
    accountPage: undefined,
  },
): AccountStore<Transaction> {
  const { db, pool } = services;
  return {
    ...deployment,
    claimsOfScopes,
    find: (id) => findAccount(pool, id),
    normalizeEmail,
    async findByEmail(tx, email) {
      const where = { normalizedEmail: normalizeEmail(email) };
      const select = { id: true, email: true, locale: true, emailToProve: true };
      return (await tx.user.findUnique({ where, select })) ?? undefined;
    },
    async hashPassword(password, ownData, setter) {
      await newPasswords.limiter.count(setter);
      return newPasswords.hash(password, ownData);
    },
    create: createAccount,
    async reclaim(tx, userId) {
      const where = { id: userId, emailVerified: false };
      if ((await tx.user.count({ where })) === 1) await reclaimAccount(services, tx, userId);
    },
    async proveEmail(tx, userId) {
      await tx.user.updateMany({ where: { id: userId, emailToProve: true }, data: provenEmail });
    },
    update: (tx, change) => updateAccount(tx, services, change),
    async checkPassword(input) {
      const attempt = await provePassword(db, limiter, input);
      if (attempt === 'wrong') return { result: 'wrong' };
      if ('waitSeconds' in attempt) return { result: 'wait', seconds: attempt.waitSeconds };
      return { result: 'right', ...attempt };
    },
    signInEpoch: (id) => findSignInEpoch(pool, id),
    disable: ({ userId, actor }) => disableForPlugin(services, { user: userId, actor }),
    enable: ({ userId, actor }) => enableForPlugin(services, { user: userId, actor }),
    endSessions: async (change) => {
      await revokeAllSessions(services, change);
    },
  };
}
