import { Actions, type Brand, Button, Form, Layout } from '@org/identity-core';

/** Asks before an address counts as proven; looking at the page alone changes nothing. */
export function VerifyEmailPage({ brand, action, email }: { brand: Brand; action: string; email: string }) {
  return (
    <Layout title="Confirm your address" brand={brand}>
      <p>
        Is the account{' '}
        <strong>
          <bdi>{email}</bdi>
        </strong>{' '}
        yours? If you have no account here, just close this page.
      </p>
      <Form action={action}>
        <Actions>
          <Button>Yes, confirm my address</Button>
        </Actions>
      </Form>
    </Layout>
  );
}

export function EmailVerifiedPage({ brand, email }: { brand: Brand; email: string }) {
  return (
    <Layout title="Your address is confirmed" brand={brand}>
      <p>
        <strong>
          <bdi>{email}</bdi>
        </strong>{' '}
        is yours. You can close this page and go on in the application.
      </p>
    </Layout>
  );
}
