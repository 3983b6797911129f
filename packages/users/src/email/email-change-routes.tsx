import type { PageRoute } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { mailedLink } from '../mailed-links/mailed-link.js';
import { confirmEmailChange, findEmailChange } from './confirm-email-change.js';
import { ConfirmEmailPage, EmailConfirmedPage } from './email-change-pages.js';

/** The pages of the link that confirms a new email. */
export function emailChangePages(host: IdentityPluginHost): PageRoute[] {
  const { db, brand } = host;
  return mailedLink({
    name: 'email-change',
    host,
    advice: 'emailChange',
    async show({ secret, action }) {
      const { newEmail, user } = await findEmailChange(db, secret);
      const page = <ConfirmEmailPage brand={brand} action={action} email={user.email} newEmail={newEmail} />;
      return { page, locale: user.locale };
    },
    async act({ secret, language }) {
      const { email, locale } = await confirmEmailChange(host, { secret, language });
      return {
        page: <EmailConfirmedPage brand={brand} email={email} accountPage={host.accounts.accountPage} />,
        locale,
      };
    },
  });
}
