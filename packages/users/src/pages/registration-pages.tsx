import { Actions, type Brand, Button, Form, Layout } from '@org/identity-core';

/** An address within a sentence. */
export function Address({ email }: { email: string }) {
  return (
    <strong>
      <bdi>{email}</bdi>
    </strong>
  );
}

/** The same whether or not there is an account with that address. */
export function LookForLinkPage({ brand, email }: { brand: Brand; email: string }) {
  return (
    <Layout title="Look into your mail" brand={brand}>
      <p>
        A mail is on its way to <Address email={email} />. Open the link in it, best in this browser, to go on. It works
        for 24 hours.
      </p>
      <p class="fine">
        No mail after a few minutes? Look into the folder for spam, and check the address. Only a few mails are sent to
        one address in an hour.
      </p>
    </Layout>
  );
}

/** Behind the mailed link, in the browser that began; looking at the page alone changes nothing. */
export function ConfirmRegistrationPage(props: { brand: Brand; action: string; email: string; secret: string }) {
  const { brand, action, email, secret } = props;
  return (
    <Layout title="Create your account" brand={brand}>
      <p>
        With the address <Address email={email} /> and the password you have chosen.
      </p>
      <Form action={action} hidden={{ registration: secret }}>
        <Actions>
          <Button>Create account and go on</Button>
        </Actions>
      </Form>
    </Layout>
  );
}

/** After it is done, where no sign-in waits. */
export function RegisteredPage({ brand, email }: { brand: Brand; email: string }) {
  return (
    <Layout title="Your account is ready" brand={brand}>
      <p>
        You can sign in now: go back to the application and enter <Address email={email} /> and your password.
      </p>
    </Layout>
  );
}

/** For the owner of the mailbox, when the address has got an account meanwhile. */
export function AddressTakenPage({ brand, signIn }: { brand: Brand; signIn?: string }) {
  return (
    <Layout title="You have an account already" brand={brand}>
      <p>An account with your address was made in the meantime. Nothing was changed.</p>
      {signIn ? (
        <p class="links">
          <a href={signIn}>Sign in</a>
        </p>
      ) : (
        <p>Go back to the application and sign in. If you do not know its password, set a new one there.</p>
      )}
    </Layout>
  );
}

/** Where a sign-in is over, or was begun in another browser. */
export function SignInTherePage({ brand }: { brand: Brand }) {
  return (
    <Layout title="Sign in at the application" brand={brand}>
      <p>Open the application that you want to use, and sign in there with the address that this mail went to.</p>
    </Layout>
  );
}
