import { Actions, type Brand, Button, Form, Layout, NextSteps, ShownEmail, useTexts } from '@org/identity-core';
import { registrationTexts } from './texts.js';

/** The same whether or not there is an account with that address. */
export function LookForLinkPage({ brand, email, action }: { brand: Brand; email: string; action: string }) {
  const { registration: texts } = useTexts(registrationTexts);
  return (
    <Layout title={texts.lookTitle} brand={brand}>
      <p>{texts.look(<ShownEmail email={email} />)}</p>
      <p class="fine">{texts.noMail}</p>
      <NextSteps
        brand={brand}
        steps={[
          { to: 'otherEmail', href: `${action}/return?register` },
          { to: 'backToSignIn', href: action },
        ]}
      />
    </Layout>
  );
}

/** Behind the mailed link, in the browser that began; looking at the page alone changes nothing. */
export function ConfirmRegistrationPage(props: { brand: Brand; action: string; email: string; secret: string }) {
  const { brand, action, email, secret } = props;
  const { registration: texts } = useTexts(registrationTexts);
  return (
    <Layout title={texts.confirmTitle} brand={brand}>
      <p>{texts.confirm(<ShownEmail email={email} />)}</p>
      <Form action={action} hidden={{ registration: secret }}>
        <Actions>
          <Button>{texts.confirmAndGoOn}</Button>
        </Actions>
      </Form>
    </Layout>
  );
}

/** After it is done, where no sign-in waits. */
export function RegisteredPage(props: { brand: Brand; email: string; accountPage: string | undefined }) {
  const { brand, email, accountPage } = props;
  const { registration: texts } = useTexts(registrationTexts);
  return (
    <Layout title={texts.readyTitle} brand={brand}>
      <p>{texts.ready(<ShownEmail email={email} />)}</p>
      <NextSteps brand={brand} steps={[{ to: 'signIn', href: accountPage }]} />
    </Layout>
  );
}

/** For the owner of the mailbox, when the address has got an account meanwhile. */
export function AddressTakenPage(props: { brand: Brand; signIn?: string; accountPage?: string | undefined }) {
  const { brand, signIn, accountPage } = props;
  const { registration: texts } = useTexts(registrationTexts);
  return (
    <Layout title={texts.takenTitle} brand={brand}>
      <p>{texts.taken}</p>
      {!signIn && <p>{texts.takenElsewhere}</p>}
      <NextSteps brand={brand} steps={[{ to: 'signIn', href: signIn ?? accountPage }]} />
    </Layout>
  );
}

/** Where a sign-in is over, or was begun in another browser. */
export function SignInTherePage({ brand, accountPage }: { brand: Brand; accountPage: string | undefined }) {
  const { registration: texts } = useTexts(registrationTexts);
  return (
    <Layout title={texts.signInThereTitle} brand={brand}>
      <p>{texts.signInThere}</p>
      <NextSteps brand={brand} steps={[{ to: 'account', href: accountPage }]} />
    </Layout>
  );
}
