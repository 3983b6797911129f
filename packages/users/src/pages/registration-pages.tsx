import { Actions, type Brand, Button, Form, Layout, useTexts } from '@org/identity-core';
import { usersTexts } from '../texts/index.js';
import { Address } from './address.js';

/** The same whether or not there is an account with that address. */
export function LookForLinkPage({ brand, email }: { brand: Brand; email: string }) {
  const { registration: texts } = useTexts(usersTexts);
  return (
    <Layout title={texts.lookTitle} brand={brand}>
      <p>{texts.look(<Address email={email} />)}</p>
      <p class="fine">{texts.noMail}</p>
    </Layout>
  );
}

/** Behind the mailed link, in the browser that began; looking at the page alone changes nothing. */
export function ConfirmRegistrationPage(props: { brand: Brand; action: string; email: string; secret: string }) {
  const { brand, action, email, secret } = props;
  const { registration: texts } = useTexts(usersTexts);
  return (
    <Layout title={texts.confirmTitle} brand={brand}>
      <p>{texts.confirm(<Address email={email} />)}</p>
      <Form action={action} hidden={{ registration: secret }}>
        <Actions>
          <Button>{texts.confirmAndGoOn}</Button>
        </Actions>
      </Form>
    </Layout>
  );
}

/** After it is done, where no sign-in waits. */
export function RegisteredPage({ brand, email }: { brand: Brand; email: string }) {
  const { registration: texts } = useTexts(usersTexts);
  return (
    <Layout title={texts.readyTitle} brand={brand}>
      <p>{texts.ready(<Address email={email} />)}</p>
    </Layout>
  );
}

/** For the owner of the mailbox, when the address has got an account meanwhile. */
export function AddressTakenPage({ brand, signIn }: { brand: Brand; signIn?: string }) {
  const { registration: texts } = useTexts(usersTexts);
  return (
    <Layout title={texts.takenTitle} brand={brand}>
      <p>{texts.taken}</p>
      {signIn ? (
        <p class="links">
          <a href={signIn}>{texts.takenSignIn}</a>
        </p>
      ) : (
        <p>{texts.takenElsewhere}</p>
      )}
    </Layout>
  );
}

/** Where a sign-in is over, or was begun in another browser. */
export function SignInTherePage({ brand }: { brand: Brand }) {
  const { registration: texts } = useTexts(usersTexts);
  return (
    <Layout title={texts.signInThereTitle} brand={brand}>
      <p>{texts.signInThere}</p>
    </Layout>
  );
}
