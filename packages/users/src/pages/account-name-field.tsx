/** Tells a password manager whose password the form is about; nobody sees it, and what it sends is not looked at. */
export function AccountNameField({ email }: { email: string }) {
  return (
    <input
      class="hidden"
      type="text"
      name="username"
      value={email}
      autocomplete="username"
      aria-label="Account"
      tabindex={-1}
      readonly
    />
  );
}
