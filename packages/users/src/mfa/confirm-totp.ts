import type { UserPrincipal } from '@org/identity-core';
import { type IdentityPluginHost, requireFreshSignIn, strengthenSession, type Transaction } from '@org/identity-prisma';
import type { Language } from '@org/identity-ui';
import { recipientOf } from '../accounts/find-account.js';
import { type EnrolmentHost, type EnrolmentProof, mayEnrol, needsOperator } from './enrolment-rule.js';
import { recoveryCodeCount, replaceRecoveryCodes } from './recovery-codes.js';
import { secondFactorAddedMail } from './second-factor-mails.js';
import { lockAccount, updateMfaEnabled } from './second-factors.js';
import { findTotpStep, openTotpSecret, whileReencrypted } from './totp.js';

type Services = Pick<IdentityPluginHost, 'db' | 'vault' | 'events' | 'mail' | 'sendMail' | 'brand'> & EnrolmentHost;

interface Enrolment {
  /** The code of the new app. */
  code: string;
  /** The language of the mail, unless the user has set one. */
  language: Language;
}

/** The `amr` of a session in which a code of an app was used (RFC 8176). */
export const totpAmr = ['otp', 'mfa'];

/** Completes the set-up from the account page with a code of the app; needs a fresh sign-in. Returns undefined if the code is wrong. */
export async function confirmTotp(
  services: Services,
  { userId, sessionUid, code, language }: Pick<UserPrincipal, 'userId' | 'sessionUid'> & Enrolment,
): Promise<{ recoveryCodes: string[] } | undefined> {
  const proof = await requireFreshSignIn(services.db, { userId, sessionUid });
  // This session has proven the factor with the code. The user's other sessions are asked for it at their next sign-in.
  return enrolTotp(services, { userId, code, language, proof }, async (tx) => {
    if (sessionUid) await strengthenSession(tx, { uid: sessionUid, accountId: userId, amr: totpAmr });
  });
}

/**
 * The same during a sign-in, or with an operator's link; `epoch` is that of the sign-in so far, `newEpoch` the one it
 * continues with.
 */
export async function enrolTotp(
  services: Services,
  input: Enrolment & { userId: string; proof: EnrolmentProof; epoch?: number | undefined },
  alsoInTransaction: (tx: Transaction) => Promise<void> = () => Promise.resolve(),
): Promise<{ recoveryCodes: string[]; newEpoch: number } | undefined> {
  const { db, vault, events, mail, brand } = services;
  const { userId, code, language, epoch, proof } = input;
  const read = () => db.totp.findUnique({ where: { userId, confirmedAt: null } });
  const enrolled = await whileReencrypted(read, ({ encryptedSecret }) => {
    const step = findTotpStep(openTotpSecret(vault, userId, encryptedSecret), code);
    return step === undefined || step === null ? Promise.resolve(undefined) : enrol(encryptedSecret, step);
  });
  if (enrolled) services.sendMail();
  return enrolled;

  function enrol(encryptedSecret: Uint8Array<ArrayBuffer>, lastUsedStep: number) {
    return db.$transaction(async (tx) => {
      const account = await lockAccount(tx, userId);
      if (!account || (epoch !== undefined && account.epoch !== epoch)) return undefined;
      if (!mayEnrol(services, account, proof)) throw needsOperator();
      const { count } = await tx.totp.updateMany({
        // Only if the secret is the one of the code: another tab may have started again.
        where: { userId, confirmedAt: null, encryptedSecret },
        data: { confirmedAt: new Date(), lastUsedStep },
      });
      if (count === 0) return undefined;
      const recoveryCodes = await replaceRecoveryCodes(tx, userId);
      const newEpoch = await updateMfaEnabled(tx, userId);
      await alsoInTransaction(tx);
      const event = { tenantId: null, actor: { kind: 'user' as const, id: userId }, subjectId: userId };
      await events.publish(tx, { ...event, type: 'mfa.enabled', data: { method: 'totp' } });
      await events.publish(tx, { ...event, type: 'recovery_codes.created', data: { count: recoveryCodeCount } });
      await mail.add(tx, secondFactorAddedMail({ ...recipientOf(account, language), brand }), {
        notice: 'second-factor-added',
      });
      return { recoveryCodes, newEpoch };
    });
  }
}
