import { Actions, type Brand, Button, Field, Form, Layout } from '@org/identity-core';
import { AccountNameField } from './account-name-field.js';

/** Asks for the address that the link goes to. */
export function AskForResetPage({
  brand,
  interaction,
  email,
  error,
}: {
  brand: Brand;
  /** The sign-in that goes on afterwards. */
  interaction?: string | undefined;
  email?: string | undefined;
  error?: string | undefined;
}) {
  return (
    <Layout title="Set a new password" brand={brand}>
      <p>Enter the address of your account. A mail brings you a link to set a new password.</p>
      <Form action="/password-reset" hidden={interaction === undefined ? {} : { interaction }}>
        <Field
          name="email"
          label="Email"
          type="email"
          autocomplete="username"
          value={email}
          error={error}
          autofocus
          required
        />
        <Actions>
          <Button>Send the link</Button>
        </Actions>
      </Form>
    </Layout>
  );
}

/** The same whether or not there is an account with that address. */
export function ResetAskedPage({ brand, email }: { brand: Brand; email: string }) {
  return (
    <Layout title="Look into your mail" brand={brand}>
      <p>
        If there is an account with the address{' '}
        <strong>
          <bdi>{email}</bdi>
        </strong>
        , a mail with a link is on its way to it. The link works for an hour.
      </p>
      <p class="fine">
        No mail after a few minutes? Look into the folder for spam, and check the address. Only a few mails are sent to
        one address in an hour; the newest of them counts.
      </p>
    </Layout>
  );
}

/** Behind the mailed link. */
export function NewPasswordPage({
  brand,
  action,
  email,
  error,
}: {
  brand: Brand;
  action: string;
  email: string;
  error?: string | undefined;
}) {
  return (
    <Layout title="Set a new password" brand={brand}>
      <p>
        For the account{' '}
        <strong>
          <bdi>{email}</bdi>
        </strong>
        . You will be signed out everywhere.
      </p>
      <Form action={action}>
        <AccountNameField email={email} />
        <Field
          name="password"
          label="New password"
          type="password"
          autocomplete="new-password"
          hint={error ? undefined : 'At least 8 characters. A few unusual words are good.'}
          error={error}
          autofocus
          required
        />
        <Actions>
          <Button>Set the password</Button>
        </Actions>
      </Form>
    </Layout>
  );
}

/** After it is done. */
export function PasswordSetPage({ brand }: { brand: Brand }) {
  return (
    <Layout title="Your new password is set" brand={brand}>
      <p>You are signed out everywhere. Go back to the application and sign in with the new password.</p>
    </Layout>
  );
}
