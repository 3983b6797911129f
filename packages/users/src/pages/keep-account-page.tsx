import { Actions, type Brand, Button, Form, Layout } from '@org/identity-core';
import { longDate } from '../long-date.js';

export interface KeepAccountPageProps {
  brand: Brand;
  action: string;
  abortAction: string;
  secret: string;
  eraseAt: Date;
}

/** Asks somebody whose account waits to be erased whether to keep it. */
export function KeepAccountPage({ brand, action, abortAction, secret, eraseAt }: KeepAccountPageProps) {
  return (
    <Layout title="Your account will be erased" brand={brand}>
      <p>
        You deleted your account. It will be erased on <strong>{longDate(eraseAt)}</strong>.
      </p>
      <p>Keep it, and you can use it as before. Licenses that you had must be assigned to you anew.</p>
      <Form action={action} hidden={{ keep: secret }}>
        <Actions>
          <Button>Keep my account</Button>
        </Actions>
      </Form>
      <Form action={abortAction}>
        <Button kind="quiet">Leave it closed</Button>
      </Form>
    </Layout>
  );
}
