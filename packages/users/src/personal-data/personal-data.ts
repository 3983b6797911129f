import type { PersonalData } from '@org/identity-core';
import type { IdentityPluginHost, Transaction } from '@org/identity-prisma';
import { accountKeysOf } from '../credentials/sign-in-limits.js';
import { codeKeysOf } from '../mfa/check-code.js';
import { exportKeysOf } from './export-limits.js';

/** Unfinished requests: there may be any number of them, all alike. */
const maxOpenRequests = 100;

/** What this plugin stores about users. */
export function userData({ db }: Pick<IdentityPluginHost, 'db'>): PersonalData<Transaction> {
  return {
    models: [
      'User',
      'EmailChange',
      'PasswordReset',
      'SecondFactorLink',
      'EmailVerification',
      'SsoLink',
      'SsoAttempt',
      'AccountKeep',
      'Registration',
      'EmailCode',
      'Totp',
      'UserWord',
      'RecoveryCode',
      'Passkey',
      'PasskeyChallenge',
      'RateLimit',
      'Import',
      'ImportLine',
    ],
    async collect(userId) {
      const period = { select: { createdAt: true, expiresAt: true } };
      const {
        passwordHash,
        signInEpoch: _epoch,
        ...user
      } = await db.user.findUniqueOrThrow({
        where: { id: userId },
        include: {
          emailChange: { select: { newEmail: true, createdAt: true, expiresAt: true } },
          passwordReset: period,
          secondFactorLink: period,
          emailVerification: { select: { normalizedEmail: true, createdAt: true, expiresAt: true } },
          ssoLinks: { omit: { userId: true } },
          ssoAttempts: {
            select: { provider: true, returnTo: true, createdAt: true, expiresAt: true },
            take: maxOpenRequests,
          },
          accountKeep: period,
          totp: { select: { createdAt: true, confirmedAt: true } },
          recoveryCodes: { select: { createdAt: true } },
          passkeys: { select: { name: true, transports: true, createdAt: true, lastUsedAt: true } },
          passkeyChallenges: { select: { expiresAt: true }, take: maxOpenRequests },
        },
      });
      const signInTries = await db.rateLimit.aggregate({
        where: { key: { in: [...accountKeysOf(user.normalizedEmail), ...codeKeysOf(userId)] } },
        _sum: { points: true },
      });
      // Started with this email, perhaps by another person, and never finished.
      const registrations = await db.registration.findMany({
        where: { normalizedEmail: user.normalizedEmail },
        select: { email: true, displayName: true, createdAt: true, expiresAt: true },
        take: maxOpenRequests,
      });
      // Requested with this email, perhaps by another person.
      const emailCodes = await db.emailCode.findMany({
        where: { normalizedEmail: user.normalizedEmail },
        select: { email: true, createdAt: true, expiresAt: true },
        take: maxOpenRequests,
      });
      // Kept for 30 days after the end of an import.
      const importLines = await db.importLine.findMany({
        where: { normalizedEmail: user.normalizedEmail },
        select: { email: true, result: true, waiting: true, import: { select: { startedAt: true } } },
        take: maxOpenRequests,
      });
      const imports = await db.import.findMany({
        where: { actorKind: 'user', actorId: userId },
        select: { startedAt: true, endedAt: true, status: true },
        take: maxOpenRequests,
      });
      return {
        ...user,
        registrations,
        emailCodes,
        importLines,
        imports,
        hasPassword: passwordHash !== null,
        signInTries: signInTries._sum.points ?? 0,
      };
    },
    async erase(tx, userId) {
      const { normalizedEmail } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
      // Other rows are deleted with the user's row (foreign keys). These belong to other users but contain the email.
      await tx.emailChange.deleteMany({ where: { normalizedEmail } });
      await tx.ssoAttempt.deleteMany({ where: { normalizedEmail } });
      await tx.registration.deleteMany({ where: { normalizedEmail } });
      await tx.emailCode.deleteMany({ where: { normalizedEmail } });
      await tx.import.updateMany({ where: { actorKind: 'user', actorId: userId }, data: { actorId: null } });
      // The line stays in the report, without the user.
      await tx.importLine.updateMany({
        where: { normalizedEmail },
        data: { email: null, normalizedEmail: null, userId: null },
      });
      await tx.rateLimit.deleteMany({
        where: { key: { in: [...accountKeysOf(normalizedEmail), ...codeKeysOf(userId), ...exportKeysOf(userId)] } },
      });
    },
  };
}
