import { waitText } from '@org/identity-core';
import {
  Actions,
  type Brand,
  Button,
  Field,
  Form,
  Layout,
  NextSteps,
  Notice,
  ShownEmail,
  uiTexts,
  useLanguage,
  useTexts,
} from '@org/identity-ui';
import { ssoTexts } from './texts.js';

interface Common {
  brand: Brand;
  /** The name of the upstream provider. */
  provider: string;
}

/** Asks for a proof that the email is the user's own; the same whether or not it has an account. */
export function ProveEmailPage(
  props: Common & {
    email: string;
    action: string;
    attempt: string;
    /** Whether the previous proof was wrong. */
    refused: boolean;
    /** After too many passwords: for how long none is checked. */
    waitSeconds: number | undefined;
    passwordSignIn: boolean;
  },
) {
  const { brand, provider, email, action, attempt, refused, waitSeconds, passwordSignIn } = props;
  const { sso: texts } = useTexts(ssoTexts);
  const language = useLanguage();
  const refusal = waitSeconds === undefined ? texts.proofRefused : waitText(waitSeconds, language);
  return (
    <Layout title={texts.proveTitle} brand={brand} failed={refused}>
      <p>{texts.prove(provider, <ShownEmail email={email} />)}</p>
      {refused && !passwordSignIn && (
        <Notice kind="error" focused>
          {refusal}
        </Notice>
      )}
      {passwordSignIn && (
        <Form action={action} hidden={{ sso: attempt }}>
          <Field
            name="password"
            label={texts.password}
            type="password"
            autocomplete="current-password"
            error={refused ? refusal : undefined}
            autofocus={refused}
            required
          />
          <Actions>
            <Button>{texts.signInAndLink(provider)}</Button>
          </Actions>
        </Form>
      )}
      <Form action={action} hidden={{ sso: attempt }}>
        <Button kind={passwordSignIn ? 'quiet' : 'primary'} name="proof" value="mail">
          {passwordSignIn ? texts.mailInstead : texts.sendMail}
        </Button>
      </Form>
    </Layout>
  );
}

/** The same page whether or not a mail was sent. */
export function CheckMailboxPage(props: { brand: Brand; email: string; action: string; attempt: string }) {
  const { brand, email, action, attempt } = props;
  const { sso: texts } = useTexts(ssoTexts);
  const { sendAgain } = useTexts(uiTexts);
  return (
    <Layout title={texts.lookTitle} brand={brand}>
      <p>{texts.look(<ShownEmail email={email} />)}</p>
      <p class="fine">{texts.noMail}</p>
      <NextSteps brand={brand} steps={[{ to: 'backToSignIn', href: action }]} />
      <Form action={action} hidden={{ sso: attempt, proof: 'mail' }}>
        <Button kind="quiet">{sendAgain}</Button>
      </Form>
    </Layout>
  );
}

/** Asks before anything is linked: opening the page changes nothing. */
export function ConfirmSsoEmailPage(props: Common & { email: string; action: string; hidden: Record<string, string> }) {
  const { brand, provider, email, action, hidden } = props;
  const { sso: texts } = useTexts(ssoTexts);
  return (
    <Layout title={texts.confirmTitle(provider)} brand={brand}>
      <p>{texts.confirm(provider, <ShownEmail email={email} />)}</p>
      <Form action={action} hidden={hidden}>
        <Actions>
          <Button>{texts.goOn}</Button>
        </Actions>
      </Form>
    </Layout>
  );
}

/** Why a visit to an upstream provider failed. */
export interface SsoFailure {
  readonly reason: keyof typeof ssoTexts.en.sso.failures;
  /** The name of the provider, if the reason needs it. */
  readonly provider?: string;
}

/** Shows the reason, and what to do. */
export function SsoFailedPage(props: {
  brand: Brand;
  failure: SsoFailure;
  /** The sign-in to continue, if there is one; otherwise the account page. */
  back?: string | undefined;
  accountPage?: string | undefined;
}) {
  const { brand, failure, back, accountPage } = props;
  const { sso: texts } = useTexts(ssoTexts);
  return (
    <Layout title={texts.failedTitle} brand={brand}>
      <Notice kind="error">{texts.failures[failure.reason](failure.provider ?? '')}</Notice>
      <NextSteps
        brand={brand}
        steps={[back ? { to: 'backToSignIn', href: back } : { to: 'account', href: accountPage }]}
      />
    </Layout>
  );
}

export function LinkedPage({ brand, provider, accountPage }: Common & { accountPage: string | undefined }) {
  const { sso: texts } = useTexts(ssoTexts);
  return (
    <Layout title={texts.linkedTitle(provider)} brand={brand}>
      <p>{texts.linked(provider)}</p>
      <NextSteps brand={brand} steps={[{ to: 'account', href: accountPage }]} />
    </Layout>
  );
}
