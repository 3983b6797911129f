import { type FieldErrors, IdentityError } from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import type { AccountArea, AccountVisit, AreaOutcome } from '../account-frame/account-area.js';
import type { RefusalReason } from '../account-frame/notices.js';
import { getProfile } from '../accounts/get-profile.js';
import { beginTotp, findPendingTotp } from '../mfa/begin-totp.js';
import { confirmTotp } from '../mfa/confirm-totp.js';
import { createRecoveryCodes } from '../mfa/create-recovery-codes.js';
import { removeTotp } from '../mfa/remove-totp.js';
import { SecondFactorEntries } from '../mfa/second-factor-entries.js';
import { NewCodes, SetUp } from '../mfa/second-factor-parts.js';
import { hasFactor, readSecurityState } from '../mfa/security-state.js';
import { addPasskey, beginPasskey } from '../passkeys/add-passkey.js';
import { canHavePasskeys } from '../passkeys/ask-for-passkey.js';
import { MakePasskey } from '../passkeys/make-passkey.js';
import { removePasskey } from '../passkeys/manage-passkeys.js';
import { PasskeyEntries } from '../passkeys/passkey-entries.js';
import type { Upstreams } from '../sso/upstreams.js';
import { askToRemoveApp, askToRemovePasskey } from './ask-removal.js';
import { SignInEntries } from './sign-in-entries.js';

interface Services {
  host: IdentityPluginHost;
  passwordSignIn: boolean;
  emailCodes: boolean;
  upstreams: Upstreams;
}

/** The ways to sign in, and the second factors: they are set up, renewed and removed here, each after a fresh sign-in. */
export function securityArea({ host, passwordSignIn, emailCodes, upstreams }: Services): AccountArea {
  const { db, brand } = host;
  const codes = (created: readonly string[]): AreaOutcome => ({
    show: <NewCodes codes={created} productName={brand.productName} />,
  });
  const act: Record<string, (visit: AccountVisit) => Promise<AreaOutcome>> = {
    async begin({ principal, hidden }) {
      const pending = await beginTotp(host, principal);
      if (!pending) throw refuse('changed-meanwhile');
      return { show: <SetUp hidden={hidden} pending={pending} /> };
    },
    async confirm({ principal, form, language }) {
      const code = (form['code'] ?? '').replaceAll(/\s/gu, '');
      const enrolled = await confirmTotp(host, { ...principal, code, language });
      if (!enrolled) throw refuse('wrong-code');
      return codes(enrolled.recoveryCodes);
    },
    async codes({ principal, language }) {
      const created = await createRecoveryCodes(host, principal, language);
      if (!created) throw refuse('changed-meanwhile');
      return codes(created);
    },
    async 'begin-passkey'({ principal, hidden }) {
      const options = await beginPasskey(host, principal);
      const state = await readSecurityState(db, principal.userId);
      const { recoveryCodes } = state;
      return {
        show: <MakePasskey {...{ options, recoveryCodes, hidden, passwordSignIn }} first={!hasFactor(state)} />,
      };
    },
    async 'add-passkey'({ principal, form, language }) {
      const made = { response: form['passkey'] ?? '', name: form['name'] };
      const added = await addPasskey(host, { ...principal, ...made, language });
      if (!added) throw refuse('passkey-not-made');
      return added.recoveryCodes ? codes(added.recoveryCodes) : { done: 'passkey-added' };
    },
    'ask-remove-passkey': (visit) => askToRemovePasskey(host, visit),
    async 'remove-passkey'({ principal, form, language }) {
      await removePasskey(host, { ...principal, passkeyId: form['passkeyId'] ?? '', language });
      return { done: 'passkey-removed' };
    },
    'ask-remove': (visit) => askToRemoveApp(host, visit),
    async remove({ principal, language }) {
      if (!(await removeTotp(host, principal, language))) throw refuse('changed-meanwhile');
      return { done: 'second-factor-removed' };
    },
  };
  return {
    path: 'security',
    name: 'security',
    async draw({ principal: { userId }, form, hidden }, refused) {
      const pending = refused && form['do'] === 'confirm' ? await findPendingTotp(host, userId) : undefined;
      if (pending) return <SetUp hidden={hidden} pending={pending} error={refused?.['code']} />;
      const state = await readSecurityState(db, userId);
      const password = { set: state.hasPassword, changedAt: state.passwordChangedAt };
      const linked = state.ssoLinks.map(({ provider }) => upstreams.get(provider)?.provider.name ?? provider);
      return (
        <>
          <SignInEntries
            password={passwordSignIn ? password : undefined}
            codesTo={emailCodes ? (await getProfile(db, userId)).email : undefined}
            linked={upstreams.size > 0 ? linked : undefined}
          />
          {canHavePasskeys(host.issuer) && <PasskeyEntries passkeys={state.passkeys} {...{ hidden, passwordSignIn }} />}
          <SecondFactorEntries {...state} enabled={hasFactor(state)} {...{ hidden, passwordSignIn }} />
        </>
      );
    },
    errorsOf: ({ reason, text }) => (reason === 'wrong-code' ? { code: text } : ({} as FieldErrors)),
    act: (visit) => {
      const what = visit.form['do'] ?? '';
      const chosen = Object.hasOwn(act, what) ? act[what] : undefined;
      if (!chosen) throw refuse('no-such-button');
      return chosen(visit);
    },
  };
}

/** The reason is only for the page, which has the text for it. */
function refuse(reason: RefusalReason): IdentityError {
  return new IdentityError(reason === 'changed-meanwhile' ? 'NOT_FOUND' : 'VALIDATION_FAILED', reason, { reason });
}
