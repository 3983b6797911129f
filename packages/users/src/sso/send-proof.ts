import { newOneTimeSecret, type StepView } from '@org/identity-core';
import { normalizeEmail, recipientOf } from '../accounts/find-account.js';
import { proveEmailMail } from './sso-mails.js';
import type { SsoStepServices, SsoVisit } from './sso-visit.js';

/**
 * Mails a link that proves the email that an upstream provider has sent. One mail for each visit, and few for each recipient:
 * the email may belong to another person, and the provider may not have verified it.
 */
export async function sendProof(
  { host, mailLimiter }: SsoStepServices,
  view: StepView,
  { attempt, provider, mailSecretHash: sent }: SsoVisit,
  email: string,
): Promise<void> {
  const { db, mail, issuer } = host;
  const normalizedEmail = normalizeEmail(email);
  if (sent || !(await mailLimiter.allows({ kind: 'proof', recipient: normalizedEmail, ip: view.browser.ip }))) return;
  const { secret, secretHash: mailSecretHash } = newOneTimeSecret();
  const link = `${issuer}${view.action}/return?sso=${attempt.id}&proof=${secret}`;
  await db.$transaction(async (tx) => {
    const unsent = { secretHash: attempt.secretHash, mailSecretHash: null };
    const { count } = await tx.ssoAttempt.updateMany({ where: unsent, data: { mailSecretHash } });
    // To the email of the account that it would open: the provider's may differ in letters that look alike.
    const account = await tx.user.findUnique({ where: { normalizedEmail }, select: { email: true, locale: true } });
    const recipient = recipientOf(account ?? { email, locale: null }, view.language);
    if (count === 1)
      await mail.add(tx, proveEmailMail({ ...recipient, provider: provider.name, link, brand: view.brand }));
  });
  host.sendMail();
}
