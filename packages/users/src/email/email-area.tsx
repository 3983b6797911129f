import { fieldErrors, readForm } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import type { AccountArea } from '../account-frame/account-area.js';
import { getProfile } from '../accounts/get-profile.js';
import type { SignInLimiter } from '../credentials/sign-in-limits.js';
import { ChangeEmailBody } from '../schemas.js';
import { EmailForm } from './email-form.js';
import { findEmailChange, requestEmailChange, resendEmailChange } from './request-email-change.js';
import { emailTexts } from './texts.js';

interface Services {
  host: IdentityPluginHost;
  limiter: SignInLimiter;
}

/** Changes the email: we send a link to the new one, and only opening the link changes anything. */
export function emailArea({ host, limiter }: Services): AccountArea {
  return {
    path: 'email',
    name: 'email',
    async draw({ principal, form, hidden }, refused) {
      const { email, passwordHash } = await getProfile(host.db, principal.userId);
      const newEmail = refused ? form['email'] : undefined;
      const pending = (await findEmailChange(host.db, principal.userId))?.newEmail;
      const shown = { email, newEmail, pending, hasPassword: passwordHash !== null, errors: refused ?? {} };
      return <EmailForm {...shown} hidden={hidden} />;
    },
    errorsOf(refusal, language) {
      const { wholeAddress, enterPassword } = emailTexts[language].emailForm;
      return fieldErrors(refusal, {
        codes: { CURRENT_PASSWORD_INCORRECT: 'password' },
        fields: { email: wholeAddress, password: enterPassword },
      });
    },
    async act({ principal, form, ip, browser, language }) {
      if (form['again'] !== undefined) {
        await resendEmailChange(host, { userId: principal.userId, language });
        return { done: 'email' };
      }
      const change = readForm(ChangeEmailBody, { email: form['email']?.trim(), password: form['password'] });
      await requestEmailChange(host, limiter, { userId: principal.userId, ip, browser, language, ...change });
      return { done: 'email' };
    },
  };
}
