import { waitText } from '@org/identity-core';
import {
  Actions,
  type Brand,
  Button,
  Field,
  Form,
  Layout,
  Name,
  Notice,
  PasskeyForm,
  useLanguage,
  useTexts,
} from '@org/identity-ui';
import type { PendingTotp } from './begin-totp.js';
import { mfaTexts } from './texts.js';
import { RecoveryCodeList, TotpSetUp } from './totp-set-up.js';

/** What can be wrong with a code. */
export type CodeError = keyof typeof mfaTexts.en.secondFactor.errors;

interface StepPageProps {
  brand: Brand;
  action: string;
  abortAction: string;
}

export interface CodePageProps extends StepPageProps {
  error?: CodeError | undefined;
  /** Fields that every form sends back. */
  hidden?: Record<string, string>;
  /** After too many codes: for how long none is checked. */
  waitSeconds?: number | undefined;
  /** Whether there is an authenticator app. */
  app: boolean;
  /** The WebAuthn options for one of the user's passkeys; undefined if there is none. */
  passkey: string | undefined;
}

/** Asks for the second factor during a sign-in: a code of the app, a passkey, or a recovery code. */
export function CodePage({ brand, action, abortAction, hidden = {}, error, waitSeconds, app, passkey }: CodePageProps) {
  const { secondFactor: texts } = useTexts(mfaTexts);
  const language = useLanguage();
  const wrongCode = !app && error === 'refused' ? texts.recoveryRefused : error && texts.errors[error];
  // The error of a code is shown at its field; a passkey has no field.
  const codeError = error === 'passkey' ? undefined : wrongCode;
  const refusal = waitSeconds === undefined ? codeError : waitText(waitSeconds, language);
  return (
    <Layout title={app ? texts.codeTitle : texts.passkeyTitle} brand={brand} failed={error !== undefined}>
      <p class="lead">{app ? texts.openApp : texts.passkeyLead}</p>
      {error === 'passkey' && (
        <Notice kind="error" focused>
          {texts.errors.passkey}
        </Notice>
      )}
      {app && (
        <Form action={action} hidden={hidden}>
          <Field
            name="code"
            label={texts.code}
            inputmode="numeric"
            autocomplete="one-time-code"
            error={refusal}
            autofocus={error !== 'passkey'}
            required
          />
          <Actions>
            <Button>{texts.continue}</Button>
          </Actions>
        </Form>
      )}
      {passkey && (
        <PasskeyForm
          action={action}
          hidden={hidden}
          mode="use"
          options={passkey}
          explained={!app}
          before={app && <p class="divider">{texts.or}</p>}
        >
          <Button kind={app ? 'secondary' : 'primary'}>{texts.usePasskey}</Button>
        </PasskeyForm>
      )}
      {passkey && !app && <p class="fine">{texts.passkeyElsewhere}</p>}
      {/* A separate form, because phones show only digits for the field above. */}
      <details class="more" open={!app && refusal !== undefined}>
        <summary>{texts.recoveryInstead}</summary>
        <Form action={action} hidden={hidden}>
          <Field
            name="code"
            id="field-recovery-code"
            label={texts.recoveryCode}
            hint={texts.recoveryHint}
            error={app ? undefined : refusal}
            autofocus={!app && refusal !== undefined}
            required
          />
          <Actions>
            <Button kind="secondary">{texts.useRecoveryCode}</Button>
          </Actions>
        </Form>
      </details>
      <CancelForm action={abortAction} />
    </Layout>
  );
}

interface SetUpPageProps extends StepPageProps {
  clientName: string;
  /** Who requires it: the client, or one of our own consoles. */
  reason: 'client' | keyof typeof mfaTexts.en.secondFactor.requiredBy;
  /** The WebAuthn options for a new passkey; undefined if passkeys are not possible. */
  passkey: string | undefined;
  passkeyRefused: boolean;
}

/** Explains why a second factor is needed, before one is set up. */
export function SetUpPage(props: SetUpPageProps) {
  const { brand, action, abortAction, clientName, reason, passkey, passkeyRefused } = props;
  const { secondFactor: texts } = useTexts(mfaTexts);
  const client = (
    <strong>
      <Name text={clientName} />
    </strong>
  );
  return (
    <Layout title={texts.setUpTitle} brand={brand} failed={passkeyRefused}>
      <p class="lead">{reason === 'client' ? texts.needsMore(client) : texts.requiredBy[reason]}</p>
      {passkeyRefused && <Notice kind="error">{texts.errors.passkey}</Notice>}
      {passkey !== undefined && (
        <PasskeyForm
          action={action}
          mode="make"
          options={passkey}
          explained={false}
          before={<p>{texts.needsPasskey}</p>}
        >
          <Actions>
            <Button>{texts.setUpPasskey}</Button>
          </Actions>
          <p class="divider">{texts.or}</p>
        </PasskeyForm>
      )}
      <p>{texts.needsApp}</p>
      <Form action={action} hidden={{ begin: 'totp' }}>
        <Actions>
          <Button kind={passkey === undefined ? 'primary' : 'secondary'}>{texts.setUp}</Button>
        </Actions>
      </Form>
      <CancelForm action={abortAction} />
    </Layout>
  );
}

export interface EnrolTotpPageProps {
  brand: Brand;
  action: string;
  pending: PendingTotp;
  error?: CodeError | undefined;
  /** Where "cancel" is posted. */
  abortAction?: string | undefined;
}

/** Shows the secret of a new authenticator app, to scan or to type, and asks for its first code. */
export function EnrolTotpPage({ brand, action, pending, error, abortAction }: EnrolTotpPageProps) {
  const { secondFactor: texts } = useTexts(mfaTexts);
  return (
    <Layout title={texts.scanTitle} brand={brand} failed={error !== undefined}>
      <p class="lead">{texts.thenEnter}</p>
      <TotpSetUp action={action} pending={pending} error={error && texts.errors[error]} />
      {abortAction && <CancelForm action={abortAction} />}
    </Layout>
  );
}

export interface RecoveryCodesPageProps {
  brand: Brand;
  codes: readonly string[];
  /** Where the sign-in continues, by POST. */
  action: string;
  hidden?: Record<string, string>;
}

/** Shows new recovery codes, this one time. */
export function RecoveryCodesPage({ brand, codes, action, hidden }: RecoveryCodesPageProps) {
  const { secondFactor: texts } = useTexts(mfaTexts);
  return (
    <Layout title={texts.keepTitle} brand={brand}>
      <RecoveryCodeList codes={codes} productName={brand.productName} />
      <Form action={action} hidden={hidden}>
        <Actions>
          <Button>{texts.kept}</Button>
        </Actions>
      </Form>
    </Layout>
  );
}

/** A separate form, so that leaving needs no code. */
function CancelForm({ action }: { action: string }) {
  const { secondFactor: texts } = useTexts(mfaTexts);
  return (
    <Form action={action}>
      <Button kind="link">{texts.cancel}</Button>
    </Form>
  );
}
