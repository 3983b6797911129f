import { Actions, type Brand, Button, Field, Form, Layout, Notice } from '@org/identity-core';

interface Common {
  brand: Brand;
  /** What people call the other provider. */
  provider: string;
}

function Strong({ text }: { text: string }) {
  return (
    <strong>
      <bdi>{text}</bdi>
    </strong>
  );
}

/** Asks for a proof that the address is the person's own; the same whether it has an account or not. */
export function ProveAddressPage(
  props: Common & {
    email: string;
    action: string;
    attempt: string;
    error?: string | undefined;
    passwordSignIn: boolean;
  },
) {
  const { brand, provider, email, action, attempt, error, passwordSignIn } = props;
  return (
    <Layout title="Is this address yours?" brand={brand}>
      <p>
        Your {provider} account names <Strong text={email} />. Show once that the address is yours, and {provider} signs
        you in from then on.
      </p>
      {error && (
        <Notice kind="error" id="prove-error">
          {error}
        </Notice>
      )}
      {passwordSignIn && (
        <Form action={action} hidden={{ sso: attempt }}>
          <Field
            name="password"
            label="Password of your account here"
            type="password"
            autocomplete="current-password"
            describedBy={error ? 'prove-error' : undefined}
            required
          />
          <Actions>
            <Button>Sign in and link {provider}</Button>
          </Actions>
        </Form>
      )}
      <Form action={action} hidden={{ sso: attempt }}>
        <Button kind={passwordSignIn ? 'quiet' : 'primary'} name="proof" value="mail">
          {passwordSignIn ? 'Get a mail instead' : 'Send me a mail'}
        </Button>
      </Form>
    </Layout>
  );
}

/** The same whether a mail went out or not. */
export function LookIntoMailPage({ brand, email }: { brand: Brand; email: string }) {
  return (
    <Layout title="Look into your mail" brand={brand}>
      <p>
        A mail to <Strong text={email} /> is on its way. Open its link in this browser to go on; this page can be
        closed.
      </p>
      <p class="fine">Nothing there after a few minutes? Look among the junk mail, or begin the sign-in again.</p>
    </Layout>
  );
}

/** Asks before anything is linked: opening the link alone does nothing. */
export function ConfirmAddressPage(props: Common & { email: string; action: string; hidden: Record<string, string> }) {
  const { brand, provider, email, action, hidden } = props;
  return (
    <Layout title={`Sign in with ${provider}`} brand={brand}>
      <p>
        From now on your {provider} account opens the account of <Strong text={email} />.
      </p>
      <Form action={action} hidden={hidden}>
        <Actions>
          <Button>Go on</Button>
        </Actions>
      </Form>
    </Layout>
  );
}

/** Says why a visit to another provider led nowhere, and what to do. */
export function SsoFailedPage(props: { brand: Brand; message: string; back?: string | undefined }) {
  const { brand, message, back } = props;
  return (
    <Layout title="That did not work" brand={brand}>
      <Notice kind="error">{message}</Notice>
      {back && (
        <p>
          <a href={back}>Back to the sign-in</a>
        </p>
      )}
    </Layout>
  );
}

export function LinkedPage({ brand, provider }: Common) {
  return (
    <Layout title={`${provider} is linked`} brand={brand}>
      <p>You can sign in with {provider} from now on. You can close this page.</p>
    </Layout>
  );
}
