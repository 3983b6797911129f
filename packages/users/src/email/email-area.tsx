import { fieldErrors, readForm } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import type { AccountArea } from '../account-frame/account-area.js';
import { getProfile } from '../accounts/get-profile.js';
import type { SignInLimiter } from '../credentials/sign-in-limits.js';
import { ChangeEmailBody, ChangeEmailByCodeBody } from '../schemas.js';
import { EmailForm } from './email-form.js';
import { findEmailChange, requestEmailChange, resendEmailChange } from './request-email-change.js';
import { emailTexts } from './texts.js';

interface Services {
  host: IdentityPluginHost;
  limiter: SignInLimiter;
  passwordSignIn: boolean;
  emailCodes: boolean;
}

/** Changes the email: we send a link to the new one, and only opening the link changes anything. */
export function emailArea({ host, limiter, ...ways }: Services): AccountArea {
  return {
    path: 'email',
    name: 'email',
    async draw({ principal, form, hidden }, refused) {
      const { email, passwordHash } = await getProfile(host.db, principal.userId);
      const newEmail = refused ? form['email'] : undefined;
      const pending = (await findEmailChange(host.db, principal.userId))?.newEmail;
      const hasPassword = ways.passwordSignIn && passwordHash !== null;
      const shown = { email, newEmail, pending, hasPassword, emailCodes: ways.emailCodes, errors: refused ?? {} };
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
      const Body = ways.emailCodes ? ChangeEmailByCodeBody : ChangeEmailBody;
      const change = readForm(Body, { email: form['email']?.trim(), password: form['password'] });
      const { passwordSignIn, emailCodes } = ways;
      const { userId, sessionUid } = principal;
      const asked = { userId, sessionUid, ways: { passwordSignIn, emailCodes }, ip, browser, language };
      await requestEmailChange(host, limiter, { ...asked, ...change });
      return { done: 'email' };
    },
  };
}
