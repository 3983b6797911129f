import { Actions, type Brand, Button, Form, Layout } from '@org/identity-core';

/** Asks before the address changes; looking at the page alone changes nothing. */
export function ConfirmEmailPage({
  brand,
  action,
  email,
  newEmail,
}: {
  brand: Brand;
  action: string;
  email: string;
  newEmail: string;
}) {
  return (
    <Layout title="Confirm your new address" brand={brand}>
      <p>
        The account{' '}
        <strong>
          <bdi>{email}</bdi>
        </strong>{' '}
        will use{' '}
        <strong>
          <bdi>{newEmail}</bdi>
        </strong>{' '}
        from now on, also to sign in.
      </p>
      <Form action={action}>
        <Actions>
          <Button>Use this address</Button>
        </Actions>
      </Form>
    </Layout>
  );
}

export function EmailConfirmedPage({ brand, email }: { brand: Brand; email: string }) {
  return (
    <Layout title="Your address is changed" brand={brand}>
      <p>
        Sign in with{' '}
        <strong>
          <bdi>{email}</bdi>
        </strong>{' '}
        from now on. The old address was told.
      </p>
    </Layout>
  );
}
