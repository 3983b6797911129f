import { fieldErrors, readForm, weakPasswordText } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import type { AccountArea } from '../account-frame/account-area.js';
import { getProfile } from '../accounts/get-profile.js';
import { knownBrowserCookies } from '../credentials/known-browser.js';
import type { SignInLimiter } from '../credentials/sign-in-limits.js';
import type { MailLimiter } from '../limits/mail-limits.js';
import { ChangePasswordBody } from '../schemas.js';
import { listLinks } from '../sso/links.js';
import type { Upstreams } from '../sso/upstreams.js';
import { changePassword } from './change-password.js';
import { PasswordForm, SetPasswordByMail } from './password-form.js';
import { requestPasswordReset } from './request-password-reset.js';
import { passwordTexts } from './texts.js';

interface Services {
  host: IdentityPluginHost;
  limiter: SignInLimiter;
  mailLimiter: MailLimiter;
  upstreams: Upstreams;
}

/** Changes the password, or mails a link to set the first one. */
export function passwordArea({ host, limiter, mailLimiter, upstreams }: Services): AccountArea {
  return {
    path: 'password',
    name: 'password',
    async draw({ principal, hidden, query }, refused) {
      const { email, passwordHash } = await getProfile(host.db, principal.userId);
      const isSent = query['done'] === 'password-mail';
      if (passwordHash === null) return <SetPasswordByMail {...{ email, hidden, isSent }} />;
      return <PasswordForm {...{ email, hidden, isSent }} errors={refused ?? {}} />;
    },
    errorsOf: (refusal, language) =>
      fieldErrors(refusal, {
        codes: {
          CURRENT_PASSWORD_INCORRECT: 'currentPassword',
          WEAK_PASSWORD: 'newPassword',
          SAME_PASSWORD: 'newPassword',
        },
        fields: {
          currentPassword: passwordTexts[language].passwordForm.enterCurrent,
          newPassword: weakPasswordText('length', language),
        },
      }),
    async act({ principal, form, ip, browser, cookie, language }) {
      const { userId, sessionUid } = principal;
      if (form['by'] === 'mail') {
        const { email } = await getProfile(host.db, userId);
        await requestPasswordReset(host, mailLimiter, { email, ip, interactionUid: null, language });
        return { done: 'password-mail' };
      }
      const { currentPassword, newPassword } = form;
      const passwords = readForm(ChangePasswordBody, { currentPassword, newPassword });
      const listsLinks = upstreams.size > 0;
      await changePassword(host, limiter, { userId, sessionUid, ip, browser, language, listsLinks, ...passwords });
      const { links } = await listLinks(host.db, principal);
      const listed = listsLinks && links.length > 0;
      return {
        redirect: listed ? '/account/providers?done=password-links' : '/account/password?done=password',
        // Known browsers are bound to the password. Without a new cookie, others could lock the owner out of this one.
        cookies: await knownBrowserCookies(host, cookie, { userId }),
      };
    },
  };
}
