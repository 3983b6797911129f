import type { PageRoute } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { mailedLink } from '../mailed-links/mailed-link.js';
import { EmailVerifiedPage, VerifyEmailPage } from './email-verification-pages.js';
import { findEmailVerification, verifyEmail } from './verify-email.js';

/** The pages of the link that verifies an email. */
export function emailVerificationPages(host: IdentityPluginHost): PageRoute[] {
  const { db, brand } = host;
  return mailedLink({
    name: 'email-verification',
    host,
    advice: 'emailVerification',
    async show({ secret, action }) {
      const { user } = await findEmailVerification(db, secret);
      return { page: <VerifyEmailPage brand={brand} action={action} email={user.email} />, locale: user.locale };
    },
    async act({ secret }) {
      const { email, locale } = await verifyEmail(host, secret);
      return {
        page: <EmailVerifiedPage brand={brand} email={email} accountPage={host.accounts.accountPage} />,
        locale,
      };
    },
  });
}
