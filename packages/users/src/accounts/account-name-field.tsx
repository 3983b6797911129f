import { useTexts } from '@org/identity-core';
import { accountsTexts } from './texts.js';

/** Tells a password manager whose password the form is about; nobody sees it, and what it sends is not looked at. */
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
