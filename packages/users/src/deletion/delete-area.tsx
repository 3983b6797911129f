import { fieldErrors, readForm } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import type { AccountArea } from '../account-frame/account-area.js';
import { accountFrameTexts } from '../account-frame/texts.js';
import { getProfile } from '../accounts/get-profile.js';
import type { SignInLimiter } from '../credentials/sign-in-limits.js';
import { DeleteAccountBody } from '../schemas.js';
import { deleteAccount } from './delete-account.js';
import { DeleteForm } from './delete-form.js';

interface Services {
  host: IdentityPluginHost;
  limiter: SignInLimiter;
  graceDays: number;
  passwordSignIn: boolean;
}

/** The deletion of the account; it requires the same as the API. */
export function deleteArea({ host, limiter, graceDays, passwordSignIn }: Services): AccountArea {
  return {
    path: 'delete',
    name: 'delete',
    async draw({ principal, hidden }, refused) {
      const { email, passwordHash } = await getProfile(host.db, principal.userId);
      const withPassword = passwordSignIn && passwordHash !== null;
      return <DeleteForm {...{ email, withPassword, graceDays, hidden }} errors={refused ?? {}} />;
    },
    errorsOf(refusal, language) {
      const { CURRENT_PASSWORD_INCORRECT: password, INCORRECT_CONFIRMATION: confirmation } =
        accountFrameTexts[language].refusals;
      return fieldErrors(refusal, {
        codes: { CURRENT_PASSWORD_INCORRECT: 'password', INCORRECT_CONFIRMATION: 'confirmation' },
        fields: { password, confirmation },
      });
    },
    async act({ principal, form, ip, browser, language }) {
      const { confirmation = '', password } = form;
      const input = readForm(DeleteAccountBody, { confirmation, password: password || undefined });
      await deleteAccount(host, limiter, { principal, ip, browser, language, graceDays, passwordSignIn, ...input });
      return { redirect: '/account/deleted', signOut: true };
    },
  };
}
