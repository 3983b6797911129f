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
import { EmailCodeButton, NewHere } from '../emailed-codes/code-pages.js';
import { signInTexts } from './texts.js';

export interface SignInPageProps {
  brand: Brand;
  clientName: string;
  action: string;
  /** From `login_hint` or the previous attempt. */
  email?: string | undefined;
  error?: keyof typeof signInTexts.en.signIn.errors | undefined;
  /** After too many attempts with this email: for how long no password is checked. The same whether or not it has an account. */
  waitSeconds?: number | undefined;
  /** Whether a new password was set during this sign-in. */
  passwordSet?: boolean;
  abortAction?: string | undefined;
  /** The upstream providers that can be used instead. */
  providers?: readonly { id: string; name: string }[];
  /** Whether there is a password form. */
  passwordSignIn?: boolean;
  /** Whether a code can be mailed. */
  emailCodes?: boolean | undefined;
  /** Whether the email is asked for before the password: it may belong to an organization with its own provider. */
  emailFirst?: boolean | undefined;
  /** Whether new users can create an account. */
  registration?: boolean | undefined;
  /** The WebAuthn options for a passkey; undefined if passkeys are not possible. */
  passkey?: string | undefined;
  /** See `EmailRouting`. */
  mark?: string | undefined;
  /** The page for break-glass owners, once the provider of an organization was asked in vain. */
  other?: string | undefined;
}

/** Asks for email and password during a sign-in to a client, or for another provider. */
export function SignInPage(props: SignInPageProps) {
  const {
    brand,
    clientName,
    action,
    email,
    error,
    passwordSet,
    abortAction,
    providers = [],
    passwordSignIn = true,
  } = props;
  const { registration, passkey, waitSeconds, emailCodes = false, mark, other } = props;
  const byCodeOnly = emailCodes && !passwordSignIn;
  const isForm = passwordSignIn || emailCodes;
  const { signIn: texts } = useTexts(signInTexts);
  const client = (
    <strong>
      <Name text={clientName} />
    </strong>
  );
  // The error is about both fields, so neither is marked invalid, but screen readers read it with both.
  const language = useLanguage();
  const refusal = waitSeconds === undefined ? error && texts.errors[error] : waitText(waitSeconds, language);
  const describedBy = refusal ? 'sign-in-error' : undefined;
  return (
    <Layout title={texts.title} brand={brand} failed={refusal !== undefined}>
      <p class="lead">{texts.continueTo(client)}</p>
      {refusal && (
        <Notice kind="error" id="sign-in-error">
          {refusal}
        </Notice>
      )}
      {passwordSet && <Notice kind="info">{texts.passwordSet}</Notice>}
      {byCodeOnly && <CodeForm {...{ action, email, describedBy, registration, passkey }} />}
      {props.emailFirst && !byCodeOnly ? (
        <EmailForm {...{ action, email, describedBy, registration, passkey, emailCodes }} />
      ) : (
        passwordSignIn && <PasswordForm {...{ action, email, describedBy, registration, passkey, emailCodes, mark }} />
      )}
      {other !== undefined && (
        <p class="links">
          <a href={other}>{texts.breakGlass}</a>
        </p>
      )}
      {providers.length > 0 && <ProviderForm action={action} providers={providers} secondary={isForm} />}
      {passkey && (
        <PasskeyForm
          action={action}
          mode="use"
          options={passkey}
          autofill={isForm}
          explained={false}
          before={providers.length === 0 && isForm && <p class="divider">{texts.or}</p>}
        >
          <Button kind="secondary">{texts.usePasskey}</Button>
        </PasskeyForm>
      )}
      {/* A separate form, so that leaving needs neither an email nor a password. */}
      {abortAction && (
        <Form action={abortAction}>
          <Button kind="link">{texts.cancel}</Button>
        </Form>
      )}
    </Layout>
  );
}

type FormProps = Pick<SignInPageProps, 'action' | 'email' | 'registration' | 'passkey' | 'emailCodes' | 'mark'> & {
  describedBy: string | undefined;
};

/** The first page of a sign-in whose email may belong to an organization with its own provider. */
function EmailForm(props: FormProps) {
  const { action, registration, emailCodes } = props;
  const { signIn: texts } = useTexts(signInTexts);
  return (
    <Form action={action}>
      <EmailField {...props} autofocus />
      <Actions stacked={emailCodes === true}>
        <Button>{texts.next}</Button>
        {emailCodes && <EmailCodeButton />}
      </Actions>
      {registration && (
        <p class="links">
          <a href={`${action}/return?register`}>{texts.register}</a>
        </p>
      )}
    </Form>
  );
}

type EmailFieldProps = Pick<FormProps, 'email' | 'describedBy' | 'passkey'> & { autofocus: boolean };

/** The only form where nobody has a password. */
function CodeForm(props: FormProps) {
  const { action, registration } = props;
  return (
    <Form action={action}>
      <EmailField {...props} autofocus />
      {registration && <NewHere />}
      <Actions>
        <EmailCodeButton kind="primary" />
      </Actions>
    </Form>
  );
}

export function EmailField({ email, describedBy, passkey, autofocus }: EmailFieldProps) {
  const { signIn: texts } = useTexts(signInTexts);
  return (
    <Field
      name="email"
      label={texts.email}
      type="email"
      autocomplete={['username', ...(passkey ? ['webauthn'] : [])].join(' ')}
      value={email}
      describedBy={describedBy}
      autofocus={autofocus}
      required
    />
  );
}

function PasswordForm(props: FormProps) {
  const { action, email, describedBy, registration, emailCodes, mark } = props;
  const { signIn: texts } = useTexts(signInTexts);
  return (
    <Form action={action} hidden={mark === undefined ? {} : { asked: mark }}>
      <EmailField {...props} autofocus={!email} />
      <Field
        name="password"
        label={texts.password}
        type="password"
        autocomplete="current-password"
        describedBy={describedBy}
        autofocus={Boolean(email)}
        required
      />
      <Actions stacked={emailCodes === true}>
        <Button>{texts.submit}</Button>
        {emailCodes && <EmailCodeButton />}
      </Actions>
      <p class="links">
        <ForgotButton />
        {registration && <a href={`${action}/return?register`}>{texts.register}</a>}
      </p>
    </Form>
  );
}

/** Sends the form, so that the email that was typed goes along. The button above it comes first, for the Enter key. */
export function ForgotButton() {
  const { signIn: texts } = useTexts(signInTexts);
  return (
    <Button kind="link" name="forgot" value="yes" unchecked>
      {texts.forgot}
    </Button>
  );
}

/** One button per provider; a separate form, so that it needs neither an email nor a password. */
export function ProviderForm(props: {
  action: string;
  providers: readonly { id: string; name: string }[];
  secondary: boolean;
}) {
  const { action, providers, secondary } = props;
  const { signIn: texts } = useTexts(signInTexts);
  return (
    <Form action={action}>
      {secondary && <p class="divider">{texts.or}</p>}
      <Actions stacked>
        {providers.map(({ id, name }) => (
          <Button key={id} kind="secondary" name="provider" value={id}>
            {texts.continueWith(name)}
          </Button>
        ))}
      </Actions>
    </Form>
  );
}
