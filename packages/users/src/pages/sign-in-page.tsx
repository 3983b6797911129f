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
  /** The other providers that can be chosen instead. */
  providers?: readonly { id: string; name: string }[];
  /** Whether there is a password form at all. */
  passwordSignIn?: boolean;
  /** Whether anybody may create an account. */
  registration?: boolean | undefined;
  /** Whether a passkey can be used instead. */
  passkeys?: boolean;
}

/** Asks for email and password on the way to a client, or for another provider. */
export function SignInPage(props: SignInPageProps) {
  const { brand, clientName, action, email, error, notice, abortAction, providers = [], passwordSignIn = true } = props;
  const { registration, passkeys = false } = props;
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
      {passwordSignIn && <PasswordForm {...{ action, email, describedBy, registration }} />}
      {providers.length > 0 && <ProviderForm action={action} providers={providers} secondary={passwordSignIn} />}
      {passkeys && (
        <Form action={action}>
          <Button kind="quiet" name="passkey" value="begin">
            Use a passkey
          </Button>
        </Form>
      )}
      {/* A form of its own, so that leaving needs neither an email nor a password. */}
      {abortAction && (
        <Form action={abortAction}>
          <Button kind="quiet">Cancel</Button>
        </Form>
      )}
    </Layout>
  );
}

function PasswordForm({
  action,
  email,
  describedBy,
  registration,
}: Pick<SignInPageProps, 'action' | 'email' | 'registration'> & { describedBy: string | undefined }) {
  return (
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
      <p class="links">
        <a href={`${action}/return?forgot`}>Forgot your password?</a>
        {registration && <a href={`${action}/return?register`}>Create an account</a>}
      </p>
    </Form>
  );
}

/** One button for each; a form of its own, so that it needs neither an email nor a password. */
function ProviderForm(props: {
  action: string;
  providers: readonly { id: string; name: string }[];
  secondary: boolean;
}) {
  const { action, providers, secondary } = props;
  return (
    <Form action={action}>
      {secondary && <p class="divider">or</p>}
      <Actions stacked>
        {providers.map(({ id, name }) => (
          <Button key={id} kind="secondary" name="provider" value={id}>
            Continue with {name}
          </Button>
        ))}
      </Actions>
    </Form>
  );
}
