import { IdentityError } from '@org/identity-core';
import { beginTotp, findPendingTotp } from '../mfa/begin-totp.js';
import { confirmTotp } from '../mfa/confirm-totp.js';
import { createRecoveryCodes } from '../mfa/create-recovery-codes.js';
import { removeTotp } from '../mfa/remove-totp.js';
import { MakePasskey, PasskeyEntries } from '../pages/account/passkey-entries.js';
import { SecondFactorEntries } from '../pages/account/second-factor-entries.js';
import { RecoveryCodeList, TotpSetUp } from '../pages/totp-set-up.js';
import { addPasskey, beginPasskey } from '../passkeys/add-passkey.js';
import { listPasskeys, removePasskey } from '../passkeys/manage-passkeys.js';
import { canHavePasskeys } from '../passkeys/relying-party.js';
import type { AccountArea, AccountServices, AccountVisit, AreaOutcome } from './account-area.js';

const path = '/account/security';

/** The second factor: set an app up, remove it, make new recovery codes, make and remove passkeys. Everything here wants a fresh sign-in. */
export function securityArea({ host }: AccountServices): AccountArea {
  const { db, brand } = host;
  const codes = (created: readonly string[]): AreaOutcome => ({
    show: (
      <>
        <RecoveryCodeList codes={created} productName={brand.productName} />
        <p>
          <a href={path}>I have kept them</a>
        </p>
      </>
    ),
  });
  const act: Record<string, (visit: AccountVisit) => Promise<AreaOutcome>> = {
    async begin({ principal, hidden }) {
      const pending = await beginTotp(host, principal);
      if (!pending) throw gone();
      return { show: <SetUp hidden={hidden} pending={pending} /> };
    },
    async confirm({ principal, form }) {
      const code = (form['code'] ?? '').replaceAll(/\s/gu, '');
      const enrolled = await confirmTotp(host, { ...principal, code });
      if (!enrolled) throw new IdentityError('VALIDATION_FAILED', wrongCode);
      return codes(enrolled.recoveryCodes);
    },
    async codes({ principal }) {
      const created = await createRecoveryCodes(host, principal);
      if (!created) throw gone();
      return codes(created);
    },
    async 'begin-passkey'({ principal, hidden }) {
      return { show: <MakePasskey options={await beginPasskey(host, principal)} hidden={hidden} /> };
    },
    async 'add-passkey'({ principal, form }) {
      const added = await addPasskey(host, { ...principal, response: form['passkey'] ?? '', name: form['name'] });
      if (!added)
        throw new IdentityError('VALIDATION_FAILED', 'The passkey was not made, or that took too long. Try again.');
      return added.recoveryCodes ? codes(added.recoveryCodes) : { done: 'passkey-added' };
    },
    async 'remove-passkey'({ principal, form }) {
      await removePasskey(host, { ...principal, passkeyId: form['passkeyId'] ?? '' });
      return { done: 'passkey-removed' };
    },
    async remove({ principal }) {
      if (!(await removeTotp(host, principal))) throw gone();
      return { done: 'second-factor-removed' };
    },
  };
  return {
    path,
    name: 'Security',
    title: 'Second factor',
    async draw({ principal: { userId }, form, hidden }, refused) {
      const pending = refused && form['do'] === 'confirm' ? await findPendingTotp(host, userId) : undefined;
      if (pending) return <SetUp hidden={hidden} pending={pending} />;
      const totp = await db.totp.findUnique({ where: { userId }, select: { confirmedAt: true } });
      const recoveryCodes = await db.recoveryCode.count({ where: { userId } });
      const passkeys = await listPasskeys(db, userId);
      return (
        <>
          <SecondFactorEntries appSince={totp?.confirmedAt ?? null} {...{ recoveryCodes, hidden }} />
          {canHavePasskeys(host.issuer) && <PasskeyEntries passkeys={passkeys} hidden={hidden} />}
        </>
      );
    },
    act: (visit) => {
      const what = visit.form['do'] ?? '';
      const chosen = Object.hasOwn(act, what) ? act[what] : undefined;
      if (!chosen) throw new IdentityError('VALIDATION_FAILED', 'There is no such button here.');
      return chosen(visit);
    },
  };
}

function SetUp({
  hidden,
  pending,
}: {
  hidden: Readonly<Record<string, string>>;
  pending: { address: string; secret: string };
}) {
  return (
    <>
      <p class="lead">Scan this with your app, then enter the code that it shows.</p>
      <TotpSetUp action={path} hidden={{ ...hidden, do: 'confirm' }} pending={pending} />
    </>
  );
}

const wrongCode = 'That code is not right. Check that the clock of your phone is, and enter the code it shows now.';
const gone = () => new IdentityError('NOT_FOUND', 'That was changed meanwhile, perhaps in another window. Look again.');
