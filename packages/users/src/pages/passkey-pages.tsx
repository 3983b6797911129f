import { Actions, type Brand, Button, Form, Layout, Notice, PasskeyForm } from '@org/identity-core';

/** Asks for a passkey, for a whole sign-in or as the second factor. */
export function UsePasskeyPage(props: {
  brand: Brand;
  action: string;
  abortAction: string;
  options: string;
  error?: string | undefined;
}) {
  const { brand, action, abortAction, options, error } = props;
  return (
    <Layout title="Use your passkey" brand={brand}>
      <p class="lead">Your device asks for your finger, face or PIN.</p>
      {error && <Notice kind="error">{error}</Notice>}
      <PasskeyForm action={action} mode="use" options={options}>
        <Actions>
          <Button>Use a passkey</Button>
        </Actions>
      </PasskeyForm>
      <p class="links">
        <a href={action}>Another way</a>
      </p>
      <Form action={abortAction}>
        <Button kind="quiet">Cancel</Button>
      </Form>
    </Layout>
  );
}
