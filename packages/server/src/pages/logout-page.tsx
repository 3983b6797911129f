import { Actions, type Brand, Button, Form, Layout, Name } from '@org/identity-core';

export interface LogoutPageProps {
  brand: Brand;
  clientName?: string | undefined;
  action: string;
  hidden: Record<string, string>;
}

/** Asks before signing out, since any site can send a browser here. */
export function LogoutPage({ brand, clientName, action, hidden }: LogoutPageProps) {
  return (
    <Layout title="Sign out" heading="Do you want to sign out?" brand={brand}>
      <p>
        {clientName ? (
          <>
            You come from{' '}
            <strong>
              <Name text={clientName} />
            </strong>
            . Signing out ends
          </>
        ) : (
          'Signing out ends'
        )}{' '}
        your session at <bdi>{brand.productName}</bdi> in this browser.
      </p>
      <Form action={action} hidden={hidden}>
        <Actions>
          <Button name="logout" value="yes">
            Sign out
          </Button>
          <Button kind="secondary">Stay signed in</Button>
        </Actions>
      </Form>
    </Layout>
  );
}
