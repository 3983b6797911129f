import { Actions, type Brand, Button, Form, Layout, longDate, useLanguage, useTexts } from '@org/identity-ui';
import { deletionTexts } from './texts.js';

export interface KeepAccountPageProps {
  brand: Brand;
  action: string;
  abortAction: string;
  secret: string;
  eraseAt: Date;
}

/** Asks a user whose account waits to be erased whether to keep it. */
export function KeepAccountPage({ brand, action, abortAction, secret, eraseAt }: KeepAccountPageProps) {
  const { keepAccount: texts } = useTexts(deletionTexts);
  const date = <strong>{longDate(eraseAt, useLanguage())}</strong>;
  return (
    <Layout title={texts.title} brand={brand}>
      <p>{texts.erasedOn(date)}</p>
      <p>{texts.keepIt}</p>
      <Form action={action} hidden={{ keep: secret }}>
        <Actions>
          <Button>{texts.keep}</Button>
        </Actions>
      </Form>
      <Form action={abortAction}>
        <Button kind="quiet">{texts.leave}</Button>
      </Form>
    </Layout>
  );
}
