import { breakGlassPath, waitText } from '@org/identity-core';
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
import { signInTexts } from './texts.js';

interface Common {
  brand: Brand;
  action: string;
  email: string;
}

/** Asks the owner of an existing account to prove that it is theirs. */
export function ProveAccountPage(
  props: Common & {
    /** The name of the connection. */
    connection: string;
    visit: string;
    /** Whether the previous proof was wrong. */
    refused: boolean;
    /** After too many passwords: for how long none is checked. */
    waitSeconds: number | undefined;
    passwordSignIn: boolean;
  },
) {
  const { brand, connection, email, action, visit, refused, waitSeconds, passwordSignIn } = props;
  const { signIn: texts } = useTexts(signInTexts);
  const language = useLanguage();
  const refusal = waitSeconds === undefined ? texts.proofRefused : waitText(waitSeconds, language);
  return (
    <Layout title={texts.proveTitle} brand={brand} failed={refused}>
      <p>{texts.prove(connection, <ShownEmail email={email} />)}</p>
      {refused && !passwordSignIn && (
        <Notice kind="error" focused>
          {refusal}
        </Notice>
      )}
      {passwordSignIn && (
        <Form action={action} hidden={{ connection: visit }}>
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
            <Button>{texts.goOn}</Button>
          </Actions>
        </Form>
      )}
      <Form action={action} hidden={{ connection: visit }}>
        <Button kind={passwordSignIn ? 'quiet' : 'primary'} name="proof" value="mail">
          {passwordSignIn ? texts.mailInstead : texts.sendMail}
        </Button>
      </Form>
    </Layout>
  );
}

/** The same page whether or not a mail was sent. */
export function CheckMailboxPage({ brand, email, action, visit }: Common & { visit: string }) {
  const { signIn: texts } = useTexts(signInTexts);
  const { sendAgain } = useTexts(uiTexts);
  return (
    <Layout title={texts.lookTitle} brand={brand}>
      <p>{texts.look(<ShownEmail email={email} />)}</p>
      <p class="fine">{texts.noMail}</p>
      <NextSteps brand={brand} steps={[{ to: 'backToSignIn', href: action }]} />
      <Form action={action} hidden={{ connection: visit, proof: 'mail' }}>
        <Button kind="quiet">{sendAgain}</Button>
      </Form>
    </Layout>
  );
}

/** Asks before anything is linked: opening the page changes nothing. */
export function ConfirmLinkPage(props: Common & { connection: string; hidden: Record<string, string> }) {
  const { brand, connection, email, action, hidden } = props;
  const { signIn: texts } = useTexts(signInTexts);
  return (
    <Layout title={texts.confirmTitle} brand={brand}>
      <p>{texts.confirm(connection, <ShownEmail email={email} />)}</p>
      <Form action={action} hidden={hidden}>
        <Actions>
          <Button>{texts.goOn}</Button>
        </Actions>
      </Form>
    </Layout>
  );
}

/** Asks before the session of another user ends: any site can start a sign-in in this browser. */
export function SwitchAccountPage(
  props: Common & { connection: string; signedInAs: string; hidden: Record<string, string> },
) {
  const { brand, connection, email, signedInAs, action, hidden } = props;
  const { signIn: texts } = useTexts(signInTexts);
  return (
    <Layout title={texts.switchTitle} brand={brand}>
      <p>{texts.switchAccount(connection, <ShownEmail email={signedInAs} />, <ShownEmail email={email} />)}</p>
      <Form action={action} hidden={hidden}>
        <Actions>
          <Button>{texts.switchGo}</Button>
          <a class="button button-secondary" href="/console">
            {texts.switchStay}
          </a>
        </Actions>
      </Form>
    </Layout>
  );
}

/** Why a visit to a provider failed. */
export interface Failure {
  readonly reason: keyof typeof signInTexts.en.signIn.failures;
  /** The name of the connection, if the reason needs it. */
  readonly connection?: string;
}

/** Not the provider's fault, or nothing that another way to sign in would help with. */
const withoutOther: readonly Failure['reason'][] = ['over', 'account_closed', 'member_suspended', 'proof_required'];

interface FailedProps {
  brand: Brand;
  failure: Failure;
  /** The path of the sign-in; undefined if it is over or has not begun. */
  action: string | undefined;
  back: string | undefined;
}

/** Shows the reason, and what to do. The same for everybody: it does not tell who is a break-glass owner. */
export function FailedPage({ brand, failure, action, back }: FailedProps) {
  const { signIn: texts } = useTexts(signInTexts);
  return (
    <Layout title={texts.failedTitle} brand={brand}>
      <Notice kind="error">{texts.failures[failure.reason](failure.connection ?? '')}</Notice>
      <NextSteps brand={brand} steps={[{ to: 'backToSignIn', href: back }]} />
      {action !== undefined && !withoutOther.includes(failure.reason) && (
        <p class="links">
          <a href={breakGlassPath(action)}>{texts.breakGlass}</a>
        </p>
      )}
    </Layout>
  );
}
