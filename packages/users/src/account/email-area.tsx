import { getProfile } from '../get-profile.js';
import { EmailForm } from '../pages/account/email-form.js';
import { requestEmailChange } from '../request-email-change.js';
import { ChangeEmailBody } from '../schemas.js';
import type { AccountArea, AccountServices } from './account-area.js';
import { readForm } from './read-form.js';

/** Another address: a link goes to it, and only following the link changes anything. */
export function emailArea({ host, limiter }: AccountServices): AccountArea {
  return {
    path: '/account/email',
    name: 'email',
    async draw({ principal, form, hidden }, refused) {
      const { email, passwordHash } = await getProfile(host.db, principal.userId);
      const newEmail = refused ? form['email'] : undefined;
      const details = refused?.details ?? [];
      const shown = { email, newEmail, hasPassword: passwordHash !== null, refused: refused !== undefined, details };
      return <EmailForm {...shown} hidden={hidden} />;
    },
    async act({ principal, form, ip, browser, language }) {
      const change = readForm(ChangeEmailBody, { email: form['email']?.trim(), password: form['password'] });
      await requestEmailChange(host, limiter, { userId: principal.userId, ip, browser, language, ...change });
      return { done: 'email' };
    },
  };
}
