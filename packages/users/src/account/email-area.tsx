import { getProfile } from '../get-profile.js';
import { EmailForm } from '../pages/account/email-form.js';
import { requestEmailChange } from '../request-email-change.js';
import { ChangeEmailBody } from '../schemas.js';
import { usersTexts } from '../texts/index.js';
import type { AccountArea, AccountServices } from './account-area.js';
import { fieldErrors } from './field-errors.js';
import { readForm } from './read-form.js';

/** Another address: a link goes to it, and only following the link changes anything. */
export function emailArea({ host, limiter }: AccountServices): AccountArea {
  return {
    path: '/account/email',
    name: 'email',
    async draw({ principal, form, hidden }, refused) {
      const { email, passwordHash } = await getProfile(host.db, principal.userId);
      const newEmail = refused ? form['email'] : undefined;
      const shown = { email, newEmail, hasPassword: passwordHash !== null, errors: refused ?? {} };
      return <EmailForm {...shown} hidden={hidden} />;
    },
    errorsOf(refusal, language) {
      const { wholeAddress, enterPassword } = usersTexts[language].account.email;
      return fieldErrors(refusal, {
        codes: { CURRENT_PASSWORD_INCORRECT: 'password' },
        fields: { email: wholeAddress, password: enterPassword },
      });
    },
    async act({ principal, form, ip, browser, language }) {
      const change = readForm(ChangeEmailBody, { email: form['email']?.trim(), password: form['password'] });
      await requestEmailChange(host, limiter, { userId: principal.userId, ip, browser, language, ...change });
      return { done: 'email' };
    },
  };
}
