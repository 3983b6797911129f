import { Actions, type Brand, Button, Form, Layout, Name, useTexts } from '@org/identity-ui';
import { pagesTexts } from './texts.js';

export interface LogoutPageProps {
  brand: Brand;
  clientName?: string | undefined;
  action: string;
  hidden: Record<string, string>;
}

/** Asks the user before signing out, because any site can send a browser here. */
export function LogoutPage({ brand, clientName, action, hidden }: LogoutPageProps) {
  const { logout: texts } = useTexts(pagesTexts);
  const product = <bdi>{brand.productName}</bdi>;
  const client = clientName && (
    <strong>
      <Name text={clientName} />
    </strong>
  );
  return (
    <Layout title={texts.title} heading={texts.heading} brand={brand}>
      <p>{client ? texts.endsFrom(client, product) : texts.ends(product)}</p>
      <Form action={action} hidden={hidden}>
        <Actions>
          <Button name="logout" value="yes">
            {texts.signOut}
          </Button>
          <Button kind="secondary">{texts.stay}</Button>
        </Actions>
      </Form>
    </Layout>
  );
}
