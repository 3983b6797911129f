import { useTexts } from '@org/identity-ui';
import { accountsTexts } from './texts.js';

/** Tells a password manager which account the form is for. The field is invisible, and its value is ignored. */
export function AccountNameField({ email }: { email: string }) {
  const { account: texts } = useTexts(accountsTexts);
  return (
    <input
      class="hidden"
      type="text"
      name="username"
      value={email}
      autocomplete="username"
      aria-label={texts.nameField}
      tabindex={-1}
      readonly
    />
  );
}
