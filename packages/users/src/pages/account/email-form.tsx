import { Actions, Button, type ErrorDetail, Field, Form } from '@org/identity-core';
import { AccountNameField } from '../account-name-field.js';

export interface EmailFormProps {
  email: string;
  newEmail?: string | undefined;
  hasPassword: boolean;
  refused: boolean;
  details: readonly ErrorDetail[];
  hidden: Readonly<Record<string, string>>;
}

/** The new address, and the password as a proof that it is the owner who asks. */
export function EmailForm({ email, newEmail, hasPassword, refused, details, hidden }: EmailFormProps) {
  const current = (
    <strong>
      <bdi>{email}</bdi>
    </strong>
  );
  if (!hasPassword)
    return (
      <p>
        Your address is {current}. To change it, <a href="/account/password">set a password</a> first.
      </p>
    );
  return (
    <>
      <p class="lead">Your address is {current}. A mail to the new one brings you a link that changes it.</p>
      <Form action="/account/email" hidden={{ ...hidden }}>
        <AccountNameField email={email} />
        <Field
          name="email"
          label="New address"
          type="email"
          autocomplete="email"
          value={newEmail}
          error={details.some(({ path }) => path === 'email') ? 'Enter the whole address.' : undefined}
          required
        />
        <Field
          name="password"
          label="Your password"
          type="password"
          autocomplete="current-password"
          describedBy={refused ? 'refused' : undefined}
          required
        />
        <Actions>
          <Button>Send the link</Button>
        </Actions>
      </Form>
    </>
  );
}
