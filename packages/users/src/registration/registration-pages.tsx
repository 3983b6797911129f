import {
  Actions,
  type Brand,
  Button,
  Form,
  Layout,
  NextSteps,
  SendAgain,
  ShownEmail,
  useTexts,
} from '@org/identity-ui';
import { registrationTexts } from './texts.js';

/** The same page whether or not the email has an account. */
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
      {/* With the same limits as the first mail; the page does not show whether a limit is reached. */}
      <SendAgain action={action} hidden={{ register: 'again', email }} />
    </Layout>
  );
}

/** The page of the mailed link, in the browser that started the registration; opening it changes nothing. */
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

/** Shown after the registration, if there is no sign-in to continue. */
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

/** For the owner of the mailbox, if the email got an account in the meantime. */
export function EmailTakenPage(props: { brand: Brand; signIn?: string; accountPage?: string | undefined }) {
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

/** Shown if a sign-in has ended, or was started in another browser. */
export function SignInTherePage({ brand, accountPage }: { brand: Brand; accountPage: string | undefined }) {
  const { registration: texts } = useTexts(registrationTexts);
  return (
    <Layout title={texts.signInThereTitle} brand={brand}>
      <p>{texts.signInThere}</p>
      <NextSteps brand={brand} steps={[{ to: 'account', href: accountPage }]} />
    </Layout>
  );
}
