import type { IdentityPluginHost } from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import { recipientOf } from '../accounts/mail-recipient.js';
import type { CodeAttempt, CodeLimiter } from './code-limits.js';
import { hashRecoveryCode } from './recovery-codes.js';
import { recoveryCodeUsedMail } from './second-factor-mails.js';
import { lockAccount } from './second-factors.js';
import { findTotpStep, isTotpCode } from './totp.js';
import { openTotpSecret } from './totp-secret.js';
import { whileReencrypted } from './while-reencrypted.js';

type Services = Pick<IdentityPluginHost, 'db' | 'vault' | 'events' | 'mail' | 'sendMail' | 'brand'>;

interface CodeInput {
  userId: string;
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
  { userId, code, language }: CodeInput,
): Promise<CodeAttempt> {
  // Apps show the digits in two groups.
  const typed = code.replaceAll(/\s/gu, '');
  return limiter.attempt(userId, () =>
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
