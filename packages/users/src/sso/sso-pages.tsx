import {
  Actions,
  type Brand,
  Button,
  coreTexts,
  Field,
  Form,
  Layout,
  NextSteps,
  Notice,
  ShownEmail,
  useLanguage,
  useTexts,
  waitText,
} from '@org/identity-core';
import { ssoTexts } from './texts.js';

interface Common {
  brand: Brand;
  /** What people call the other provider. */
  provider: string;
}

/** Asks for a proof that the address is the person's own; the same whether it has an account or not. */
export function ProveAddressPage(
  props: Common & {
    email: string;
    action: string;
    attempt: string;
    /** Whether the one before was not right. */
    refused: boolean;
    /** After too many passwords: how long none is checked. */
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

/** The same whether a mail went out or not. */
export function LookIntoMailPage(props: { brand: Brand; email: string; action: string; attempt: string }) {
  const { brand, email, action, attempt } = props;
  const { sso: texts } = useTexts(ssoTexts);
  const { sendAgain } = useTexts(coreTexts);
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

/** Asks before anything is linked: opening the link alone does nothing. */
export function ConfirmAddressPage(props: Common & { email: string; action: string; hidden: Record<string, string> }) {
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

/** Why a visit to another provider led nowhere. */
export interface SsoFailure {
  readonly reason: keyof typeof ssoTexts.en.sso.failures;
  /** What people call the provider, where the reason names it. */
  readonly provider?: string;
}

/** Says it, and what to do. */
export function SsoFailedPage(props: {
  brand: Brand;
  failure: SsoFailure;
  /** The sign-in that goes on, if there is one; else the page of the account. */
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
