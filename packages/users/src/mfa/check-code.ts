import { isOwnOrigin, type Origin, originText, ownOrigin } from '@org/identity-core';
import { type IdentityPluginHost, isRefused, keyOf, tryOnce } from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import type { Pool } from 'pg';
import { recipientOf } from '../accounts/find-account.js';
import type { WaitLimits } from '../limits/wait-limits.js';
import { hashRecoveryCode } from './recovery-codes.js';
import { recoveryCodeUsedMail } from './second-factor-mails.js';
import { lockAccount } from './second-factors.js';
import { findTotpStep, isTotpCode, openTotpSecret, whileReencrypted } from './totp.js';

type Services = Pick<IdentityPluginHost, 'db' | 'vault' | 'events' | 'mail' | 'sendMail' | 'brand'>;

interface CodeInput extends CountedAccount {
  code: string;
  language: Language;
}

/** Accepts a code of the app or a recovery code, once. Returns false for a wrong code, a used one, and any code during a wait. */
export async function checkCode(services: Services, limiter: CodeLimiter, input: CodeInput): Promise<boolean> {
  return (await tryCode(services, limiter, input)) === 'right';
}

/** The same, and says how long to wait if the code was not checked. */
export function tryCode(
  services: Services,
  limiter: CodeLimiter,
  { userId, origin, code, language }: CodeInput,
): Promise<CodeAttempt> {
  // Apps show the digits in two groups.
  const typed = code.replaceAll(/\s/gu, '');
  return limiter.attempt({ userId, origin }, () =>
    isTotpCode(typed) ? useTotp(services, userId, typed) : useRecoveryCode(services, { userId, code: typed, language }),
  );
}

async function useTotp({ db, vault }: Services, userId: string, code: string): Promise<boolean> {
  const read = () => db.totp.findUnique({ where: { userId, confirmedAt: { not: null } } });
  const used = await whileReencrypted(read, async ({ encryptedSecret }) => {
    const step = findTotpStep(openTotpSecret(vault, userId, encryptedSecret), code);
    if (step === undefined || step === null) return undefined;
    // If the same code is sent several times at once, only one request finds the step unused.
    const { count } = await db.totp.updateMany({
      where: {
        userId,
        encryptedSecret,
        confirmedAt: { not: null },
        OR: [{ lastUsedStep: null }, { lastUsedStep: { lt: step } }],
      },
      data: { lastUsedStep: step },
    });
    return count === 1 ? true : undefined;
  });
  return used === true;
}

async function useRecoveryCode(
  services: Services,
  { userId, code, language }: { userId: string; code: string; language: Language },
): Promise<boolean> {
  const { db, events, mail, brand } = services;
  const codeHash = hashRecoveryCode(code);
  const used = await db.$transaction(async (tx) => {
    const account = await lockAccount(tx, userId);
    if (!account) return false;
    // Deleting the row uses the code up.
    const { count } = await tx.recoveryCode.deleteMany({ where: { userId, codeHash } });
    if (count === 0) return false;
    const left = await tx.recoveryCode.count({ where: { userId } });
    const actor = { kind: 'user' as const, id: userId };
    await events.publish(tx, { type: 'recovery_code.used', tenantId: null, actor, subjectId: userId, data: { left } });
    await mail.add(tx, recoveryCodeUsedMail({ ...recipientOf(account, language), brand, left }), {
      notice: 'recovery-code-used',
    });
    return true;
  });
  if (used) services.sendMail();
  return used;
}

/** With waits of up to an hour, about 150 attempts a day are possible: guessing a code takes years, and no owner is locked out for long. */
export interface SecondFactorLimits extends WaitLimits {
  /** Wrong codes before the account has to wait. Three of a million codes are valid at a time, so only few attempts are allowed. */
  triesPerAccount: number;
}

export const defaultSecondFactorLimits: SecondFactorLimits = {
  triesPerAccount: 5,
  firstWaitSeconds: 60,
  longestWaitSeconds: 60 * 60,
};

export interface CodeLimiter {
  /** Makes an attempt, unless the account has to wait. */
  attempt(account: CountedAccount, isRight: () => Promise<boolean>): Promise<CodeAttempt>;
}

/** Whose wrong codes are counted. */
export interface CountedAccount {
  readonly userId: string;
  /** The session in which the code is entered. */
  readonly origin?: Origin | undefined;
}

/** The result of an attempt. `waitSeconds` is set if the code was not checked. */
type CodeAttempt = 'right' | 'wrong' | { readonly waitSeconds: number };

const quarterHour = 15 * 60;
const attemptPrefix = 'mfa_account';
const waitPrefix = 'mfa_waits';

/**
 * Counts wrong codes in PostgreSQL, separately from passwords. Only callers who know the password get here, and users whom the
 * provider of a tenant has signed in. Those are counted apart: a provider must not make the owner wait.
 */
export function createCodeLimiter(pool: Pool, limits: SecondFactorLimits = defaultSecondFactorLimits): CodeLimiter {
  const { triesPerAccount: max, ...growing } = limits;
  return {
    async attempt({ userId, origin = ownOrigin }, isRight) {
      const key = isOwnOrigin(origin) ? keyOf(userId) : keyOf(userId, originText(origin));
      const waits = { ...growing, key: `${waitPrefix}:${key}` };
      const limit = { key: `${attemptPrefix}:${key}`, max, seconds: quarterHour, waits, forgottenByRight: true };
      const compare = async () => {
        const right = await isRight();
        return { right, result: right ? ('right' as const) : ('wrong' as const) };
      };
      const outcome = await tryOnce(pool, `code ${userId}`, () => Promise.resolve({ limits: [limit], compare }));
      return isRefused(outcome) ? { waitSeconds: outcome.seconds } : outcome.result;
    },
  };
}

/** The keys of the counters of an account. */
export function codeKeysOf(userId: string): string[] {
  return [attemptPrefix, waitPrefix].map((prefix) => `${prefix}:${keyOf(userId)}`);
}
