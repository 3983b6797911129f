import { Actions, type Brand, Button, Field, Form, Layout, Name, Notice } from '@org/identity-core';
import type { PendingTotp } from '../mfa/begin-totp.js';
import { RecoveryCodeList, TotpSetUp } from './totp-set-up.js';

interface StepPageProps {
  brand: Brand;
  action: string;
  abortAction: string;
}

export interface CodePageProps extends StepPageProps {
  error?: string | undefined;
  /** Whether there is an authenticator app. */
  app: boolean;
  /** Whether there is a passkey. */
  passkey: boolean;
}

/** Asks for the second factor on the way to a client: a code of the app, a passkey, or a recovery code. */
export function CodePage({ brand, action, abortAction, error, app, passkey }: CodePageProps) {
  return (
    <Layout title={app ? 'Enter your code' : 'Use your passkey'} brand={brand}>
      {app && <p class="lead">Open your authenticator app and enter the code it shows now.</p>}
      {error && (
        <Notice kind="error" id="code-error">
          {error}
        </Notice>
      )}
      {app && (
        <Form action={action}>
          <Field
            name="code"
            label="Code"
            inputmode="numeric"
            autocomplete="one-time-code"
            describedBy={error ? 'code-error' : undefined}
            autofocus
            required
          />
          <Actions>
            <Button>Continue</Button>
          </Actions>
        </Form>
      )}
      {passkey && (
        <Form action={action} hidden={{ passkey: 'begin' }}>
          <Actions>
            <Button kind={app ? 'secondary' : 'primary'}>Use a passkey</Button>
          </Actions>
        </Form>
      )}
      {/* Apart, because a phone shows only digits for the field above. */}
      <details class="more">
        <summary>Use a recovery code instead</summary>
        <Form action={action}>
          <Field
            name="code"
            id="field-recovery-code"
            label="Recovery code"
            hint="Each of the codes you kept works once."
            required
          />
          <Actions>
            <Button kind="secondary">Use recovery code</Button>
          </Actions>
        </Form>
      </details>
      <CancelForm action={abortAction} />
    </Layout>
  );
}

/** Says why a second factor is asked for, before one is set up. */
export function SetUpPage({ brand, action, abortAction, clientName }: StepPageProps & { clientName: string }) {
  return (
    <Layout title="Set up a second factor" brand={brand}>
      <p class="lead">
        To continue to{' '}
        <strong>
          <Name text={clientName} />
        </strong>{' '}
        your account needs more than one proof that it is yours.
      </p>
      <p>
        You need an authenticator app on your phone or computer. It shows a new code every 30 seconds, and signing in
        takes such a code from now on.
      </p>
      <Form action={action} hidden={{ begin: 'totp' }}>
        <Actions>
          <Button>Set up an app</Button>
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
  error?: string | undefined;
  /** Where "cancel" goes, by POST. */
  abortAction?: string | undefined;
}

/** Shows the secret of a new authenticator app, to scan or to type, and asks for its first code. */
export function EnrolTotpPage({ brand, action, pending, error, abortAction }: EnrolTotpPageProps) {
  return (
    <Layout title="Scan this with your app" brand={brand}>
      <p class="lead">Then enter the code that the app shows.</p>
      {error && (
        <Notice kind="error" id="code-error">
          {error}
        </Notice>
      )}
      <TotpSetUp action={action} pending={pending} describedBy={error ? 'code-error' : undefined} />
      {abortAction && <CancelForm action={abortAction} />}
    </Layout>
  );
}

export interface RecoveryCodesPageProps {
  brand: Brand;
  codes: readonly string[];
  /** Where the person goes on, by POST. */
  action: string;
  hidden?: Record<string, string>;
}

/** Shows new recovery codes, this one time. */
export function RecoveryCodesPage({ brand, codes, action, hidden }: RecoveryCodesPageProps) {
  return (
    <Layout title="Keep your recovery codes" brand={brand}>
      <RecoveryCodeList codes={codes} productName={brand.productName} />
      <Form action={action} hidden={hidden}>
        <Actions>
          <Button>I have kept them</Button>
        </Actions>
      </Form>
    </Layout>
  );
}

/** A form of its own, so that leaving needs no code. */
function CancelForm({ action }: { action: string }) {
  return (
    <Form action={action}>
      <Button kind="quiet">Cancel</Button>
    </Form>
  );
}
