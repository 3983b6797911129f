import { getProfile } from '../get-profile.js';
import { OverviewContent } from '../pages/account/overview-content.js';
import { requestEmailVerification } from '../send-email-verification.js';
import type { AccountArea, AccountServices } from './account-area.js';

/** Who the person is here, and a link to prove the address while it is not proven. */
export function overviewArea({ host, mailLimiter }: AccountServices): AccountArea {
  return {
    path: '/account',
    name: 'overview',
    async draw({ principal, hidden }) {
      return <OverviewContent profile={await getProfile(host.db, principal.userId)} hidden={hidden} />;
    },
    async act({ principal, ip, language }) {
      await requestEmailVerification(host, mailLimiter, { userId: principal.userId, ip, language });
      return { done: 'verification' };
    },
  };
}
