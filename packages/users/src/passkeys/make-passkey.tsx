import { Actions, Button, Field, PasskeyForm, useTexts } from '@org/identity-ui';
import { recoveryCodeCount } from '../mfa/recovery-codes.js';
import { passkeysTexts } from './texts.js';

const action = '/account/security';

export interface MakePasskeyProps {
  options: string;
  /** Whether this is the account's first second factor. */
  first: boolean;
  /** How many recovery codes are left. */
  recoveryCodes: number;
  hidden: Readonly<Record<string, string>>;
  passwordSignIn: boolean;
}

/** Explains what a passkey changes, asks the browser to create one, and the user for a name. */
export function MakePasskey({ options, first, recoveryCodes, hidden, passwordSignIn }: MakePasskeyProps) {
  const { passkeys: texts } = useTexts(passkeysTexts);
  const changes = passwordSignIn ? texts : texts.withoutPasswords;
  const codes = recoveryCodes > 0 ? texts.codesStay(recoveryCodes) : texts.codesGone;
  return (
    <section>
      <h2>{texts.addPasskey}</h2>
      <p>{texts.makeLead}</p>
      <ul class="points">
        <li>{first ? changes.passwordNotEnough : changes.oneMoreWay}</li>
        <li>{changes.otherDevices}</li>
        <li>{first ? texts.codesFollow(recoveryCodeCount) : codes}</li>
      </ul>
      <PasskeyForm action={action} hidden={{ ...hidden, do: 'add-passkey' }} mode="make" options={options}>
        <Field name="name" label={texts.passkeyName} value={texts.passkeyNameValue} hint={texts.passkeyNameHint} />
        <Actions>
          <Button>{texts.makeThePasskey}</Button>
        </Actions>
      </PasskeyForm>
      <p class="links">
        <a href={action}>{texts.notNow}</a>
      </p>
    </section>
  );
}
