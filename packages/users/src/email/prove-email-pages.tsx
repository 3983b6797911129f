import {
  Actions,
  type Brand,
  Button,
  Form,
  Layout,
  NextSteps,
  Notice,
  ShownEmail,
  uiTexts,
  useTexts,
} from '@org/identity-ui';
import { emailTexts } from './texts.js';

interface Common {
  brand: Brand;
  action: string;
}

/** Asks a user whose account was imported to prove the email. */
export function ProveFirstPage({ brand, action, email, held }: Common & { email: string; held: string }) {
  const { emailProof: texts } = useTexts(emailTexts);
  return (
    <Layout title={texts.title} brand={brand}>
      <p>{texts.lead(<ShownEmail email={email} />)}</p>
      <Form action={action} hidden={{ held }}>
        <Actions>
          <Button name="emailProof" value="mail">
            {texts.send}
          </Button>
        </Actions>
      </Form>
    </Layout>
  );
}

/** The same page whether or not a mail was sent. */
export function ProofSentPage({ brand, action, email, held }: Common & { email: string; held: string }) {
  const { emailProof: texts } = useTexts(emailTexts);
  const { sendAgain } = useTexts(uiTexts);
  return (
    <Layout title={texts.lookTitle} brand={brand}>
      <p>{texts.look(<ShownEmail email={email} />)}</p>
      <p class="fine">{texts.noMail}</p>
      <NextSteps brand={brand} steps={[{ to: 'backToSignIn', href: action }]} />
      <Form action={action} hidden={{ held, emailProof: 'mail' }}>
        <Button kind="quiet">{sendAgain}</Button>
      </Form>
    </Layout>
  );
}

/** Asks before the email counts as proven: a program that opens links in mails changes nothing. */
export function ConfirmProofPage({ brand, action, email, proof }: Common & { email: string; proof: string }) {
  const { emailProof: texts } = useTexts(emailTexts);
  return (
    <Layout title={texts.title} brand={brand}>
      <p>{texts.confirm(<ShownEmail email={email} />)}</p>
      <Form action={action} hidden={{ emailProof: proof }}>
        <Actions>
          <Button>{texts.goOn}</Button>
        </Actions>
      </Form>
    </Layout>
  );
}

/** The link or the form is too old, or of another sign-in. */
export function ProofOverPage({ brand, action }: Common) {
  const { emailProof: texts } = useTexts(emailTexts);
  return (
    <Layout title={texts.title} brand={brand}>
      <Notice kind="error">{texts.refused}</Notice>
      <NextSteps brand={brand} steps={[{ to: 'backToSignIn', href: action }]} />
    </Layout>
  );
}
