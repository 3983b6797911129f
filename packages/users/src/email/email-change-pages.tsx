import { Actions, type Brand, Button, Form, Layout, NextSteps, ShownEmail, useTexts } from '@org/identity-ui';
import { emailTexts } from './texts.js';

/** Asks for a confirmation; opening the page changes nothing. */
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
  const { emailChange: texts } = useTexts(emailTexts);
  return (
    <Layout title={texts.title} brand={brand}>
      <p>{texts.willUse(<ShownEmail email={email} />, <ShownEmail email={newEmail} />)}</p>
      <Form action={action}>
        <Actions>
          <Button>{texts.use}</Button>
        </Actions>
      </Form>
    </Layout>
  );
}

export function EmailConfirmedPage(props: { brand: Brand; email: string; accountPage: string | undefined }) {
  const { brand, email, accountPage } = props;
  const { emailChange: texts } = useTexts(emailTexts);
  return (
    <Layout title={texts.doneTitle} brand={brand}>
      <p>{texts.done(<ShownEmail email={email} />)}</p>
      <NextSteps brand={brand} steps={[{ to: 'account', href: accountPage }]} />
    </Layout>
  );
}
