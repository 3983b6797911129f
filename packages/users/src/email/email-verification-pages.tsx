import { Actions, type Brand, Button, Form, Layout, NextSteps, ShownEmail, useTexts } from '@org/identity-ui';
import { emailTexts } from './texts.js';

/** Asks for a confirmation; opening the page changes nothing. */
export function VerifyEmailPage({ brand, action, email }: { brand: Brand; action: string; email: string }) {
  const { emailVerification: texts } = useTexts(emailTexts);
  return (
    <Layout title={texts.title} brand={brand}>
      <p>{texts.isYours(<ShownEmail email={email} />)}</p>
      <Form action={action}>
        <Actions>
          <Button>{texts.confirm}</Button>
        </Actions>
      </Form>
    </Layout>
  );
}

export function EmailVerifiedPage(props: { brand: Brand; email: string; accountPage: string | undefined }) {
  const { brand, email, accountPage } = props;
  const { emailVerification: texts } = useTexts(emailTexts);
  return (
    <Layout title={texts.doneTitle} brand={brand}>
      <p>{texts.done(<ShownEmail email={email} />)}</p>
      <NextSteps brand={brand} steps={[{ to: 'account', href: accountPage }]} />
    </Layout>
  );
}
