import type { Language } from '@org/identity-ui';
import { normalizeEmail } from '../accounts/find-account.js';
import { isKnownTo, type KnownBrowser } from '../credentials/known-browser.js';
import type { MailLimiter } from '../limits/mail-limits.js';
import { addPasswordReset, type ResetServices } from './add-password-reset.js';

/**
 * Mails a link to set a new password, if the email has an account. From outside nobody can see whether it has: both cases
 * run the same statements in one transaction, and for an unknown email the mail is queued as a decoy.
 */
export async function requestPasswordReset(
  services: ResetServices,
  limiter: MailLimiter,
  input: {
    email: string;
    ip: string;
    /** The browser, if its cookie says that it is known to some accounts. */
    browser?: KnownBrowser | undefined;
    interactionUid: string | null;
    language: Language;
  },
): Promise<void> {
  const normalizedEmail = normalizeEmail(input.email);
  const isKnown = await isKnownTo(services.db, input.browser, normalizedEmail);
  if (!(await limiter.allows({ kind: 'reset', recipient: normalizedEmail, ip: input.ip, isKnown }))) return;
  await services.db.$transaction((tx) => addPasswordReset(tx, services, { ...input, normalizedEmail }));
  services.sendMail();
}
