import { Actions, Button, Field, Form } from '@org/identity-core';
import { AccountNameField } from '../account-name-field.js';

interface PasswordPageProps {
  email: string;
  hidden: Readonly<Record<string, string>>;
}

/** The current password and a new one. */
export function PasswordForm({ email, hidden, refused }: PasswordPageProps & { refused: boolean }) {
  const describedBy = refused ? 'refused' : undefined;
  return (
    <>
      <p class="lead">With a new password you are signed out everywhere but in this browser.</p>
      <Form action="/account/password" hidden={{ ...hidden }}>
        <AccountNameField email={email} />
        <Field
          name="currentPassword"
          label="Current password"
          type="password"
          autocomplete="current-password"
          describedBy={describedBy}
          required
        />
        <Field
          name="newPassword"
          label="New password"
          type="password"
          autocomplete="new-password"
          hint="At least 8 characters. A few unusual words are good."
          describedBy={describedBy}
          required
        />
        <Actions>
          <Button>Change the password</Button>
        </Actions>
      </Form>
      <Form action="/account/password" hidden={{ ...hidden, by: 'mail' }}>
        <Button kind="quiet">I do not know it: send me a link</Button>
      </Form>
    </>
  );
}

/** Somebody who has always come by another provider. */
export function SetPasswordByMail({ email, hidden }: PasswordPageProps) {
  return (
    <>
      <p>
        You have no password yet. A mail to{' '}
        <strong>
          <bdi>{email}</bdi>
        </strong>{' '}
        brings you a link to set one. With a new password you are signed out everywhere.
      </p>
      <Form action="/account/password" hidden={{ ...hidden, by: 'mail' }}>
        <Actions>
          <Button>Send me the link</Button>
        </Actions>
      </Form>
    </>
  );
}
