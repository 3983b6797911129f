import type { RestoreStep } from '@org/identity-core';
import type { Transaction } from '@org/identity-prisma';

/** The length of a time step of an authenticator app. */
const stepMilliseconds = 30_000;

/**
 * Ends every mailed link and every visit to another provider: using one deletes its row, and the restore has brought the rows
 * of used ones back. Codes of authenticator apps that may have been used in the missing time are refused, too.
 */
export const restoreSteps: readonly RestoreStep<Transaction>[] = [
  {
    name: 'passwordResets',
    ends: 'links to set a new password',
    end: async (tx) => (await tx.passwordReset.deleteMany()).count,
  },
  {
    name: 'secondFactorLinks',
    ends: "operators' links to set up a second factor",
    end: async (tx) => (await tx.secondFactorLink.deleteMany()).count,
  },
  {
    name: 'emailVerifications',
    ends: 'links to verify an email',
    end: async (tx) => (await tx.emailVerification.deleteMany()).count,
  },
  {
    name: 'emailChanges',
    ends: 'links to change an email',
    end: async (tx) => (await tx.emailChange.deleteMany()).count,
  },
  {
    name: 'registrations',
    ends: 'registrations whose email is not verified',
    end: async (tx) => (await tx.registration.deleteMany()).count,
  },
  {
    name: 'emailCodes',
    ends: 'emailed codes',
    end: async (tx) => (await tx.emailCode.deleteMany()).count,
  },
  {
    name: 'ssoAttempts',
    ends: 'visits to sign-in providers',
    end: async (tx) => (await tx.ssoAttempt.deleteMany()).count,
  },
  {
    name: 'accountKeeps',
    ends: 'offers to keep a deleted account',
    end: async (tx) => (await tx.accountKeep.deleteMany()).count,
  },
  {
    name: 'totpCodes',
    ends: 'authenticator apps whose current codes are refused',
    async end(tx, { to }) {
      // A clock may be one step ahead, so the code of the next step may have been used as well.
      const lastUsedStep = BigInt(Math.floor(to.getTime() / stepMilliseconds) + 1);
      const unused = { OR: [{ lastUsedStep: null }, { lastUsedStep: { lt: lastUsedStep } }] };
      const { count } = await tx.totp.updateMany({
        where: { confirmedAt: { not: null }, ...unused },
        data: { lastUsedStep },
      });
      return count;
    },
  },
];
