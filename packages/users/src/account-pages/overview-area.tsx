import type { IdentityPluginHost } from '@org/identity-prisma';
import type { AccountArea } from '../account-frame/account-area.js';
import { getProfile } from '../accounts/get-profile.js';
import { requestEmailVerification } from '../email/send-email-verification.js';
import type { MailLimiter } from '../limits/mail-limits.js';
import { OverviewContent } from './overview-content.js';

interface Services {
  host: IdentityPluginHost;
  mailLimiter: MailLimiter;
}

/** The overview of the account, with a button to verify the email if it is not verified. */
export function overviewArea({ host, mailLimiter }: Services): AccountArea {
  return {
    path: '',
    name: 'overview',
    async draw({ principal, hidden, query }) {
      const profile = await getProfile(host.db, principal.userId);
      return <OverviewContent {...{ profile, hidden }} isSent={query['done'] === 'verification'} />;
    },
    async act({ principal, ip, language }) {
      await requestEmailVerification(host, mailLimiter, { userId: principal.userId, ip, language });
      return { done: 'verification' };
    },
  };
}
