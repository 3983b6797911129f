import { Actions, type Brand, Button, Field, Form, Layout, Name, Notice } from '@org/identity-core';

export interface SignInPageProps {
  brand: Brand;
  clientName: string;
  action: string;
  /** From a login_hint or the try before. */
  email?: string | undefined;
  error?: string | undefined;
  notice?: string | undefined;
  abortAction?: string | undefined;
}

/** Asks for email and password on the way to a client. */
export function SignInPage({ brand, clientName, action, email, error, notice, abortAction }: SignInPageProps) {
  // The error is about the pair, so neither field is called invalid, but both are read out with it.
  const describedBy = error ? 'sign-in-error' : undefined;
  return (
    <Layout title="Sign in" brand={brand}>
      <p class="lead">
        to continue to{' '}
        <strong>
          <Name text={clientName} />
        </strong>
      </p>
      {error && (
        <Notice kind="error" id="sign-in-error">
          {error}
        </Notice>
      )}
      {notice && <Notice kind="info">{notice}</Notice>}
      <Form action={action}>
        <Field
          name="email"
          label="Email"
          type="email"
          autocomplete="username"
          value={email}
          describedBy={describedBy}
          autofocus={!email}
          required
        />
        <Field
          name="password"
          label="Password"
          type="password"
          autocomplete="current-password"
          describedBy={describedBy}
          autofocus={Boolean(email)}
          required
        />
        <Actions>
          <Button>Sign in</Button>
        </Actions>
      </Form>
      {/* A form of its own, so that leaving needs neither an email nor a password. */}
      {abortAction && (
        <Form action={abortAction}>
          <Button kind="quiet">Cancel</Button>
        </Form>
      )}
    </Layout>
  );
}
