import { type SignInError, type SignInOffer, waitText } from '@org/identity-core';
import { type Brand, Button, Form, Layout, Name, Notice, useLanguage, useTexts } from '@org/identity-ui';
import { signInFormsTexts } from '../sign-in-forms/texts.js';
import { EmailForm } from './form-with-email.js';
import { formsBelow } from './offers.js';

export interface SignInPageProps {
  brand: Brand;
  clientName: string;
  action: string;
  abortAction?: string | undefined;
  offers: readonly SignInOffer[];
  /** From `login_hint` or the previous attempt. */
  email?: string | undefined;
  error?: SignInError | undefined;
  /** What was wrong, in the words of a method. */
  message?: string | undefined;
  /** After too many attempts with this email: for how long no password is checked. The same whether or not it has an account. */
  waitSeconds?: number | undefined;
  /** Whether a new password was set during this sign-in. */
  passwordSet?: boolean | undefined;
  /** Whether the email is asked for before the password: it may belong to an organization with its own provider. */
  emailFirst: boolean;
  /** Whether new users can create an account. */
  registration: boolean;
  /** See `EmailRouting`. */
  mark?: string | undefined;
  /** The page for break-glass owners, once the provider of an organization was asked in vain. */
  breakGlassHref?: string | undefined;
}

/** Asks who signs in to a client, by one of the methods. */
export function SignInPage(props: SignInPageProps) {
  const { brand, clientName, action, abortAction, offers, email, passwordSet, emailFirst, registration } = props;
  const { mark, breakGlassHref } = props;
  const { signIn: texts } = useTexts(signInFormsTexts);
  const client = (
    <strong>
      <Name text={clientName} />
    </strong>
  );
  // The error is about both fields, so neither is marked invalid, but screen readers read it with both.
  const refusal = useRefusal(props, texts.errors);
  const known = { email, describedBy: refusal ? 'sign-in-error' : undefined };
  const hasForm = emailFirst || offers.some(({ button }) => button !== undefined);
  const isMarked = mark !== undefined && !emailFirst && offers.some(({ inputs }) => inputs !== undefined);
  const hidden: Readonly<Record<string, string>> = isMarked ? { asked: mark } : {};
  return (
    <Layout title={texts.title} brand={brand} failed={refusal !== undefined}>
      <p class="lead">{texts.continueTo(client)}</p>
      {refusal && (
        <Notice kind="error" id="sign-in-error">
          {refusal}
        </Notice>
      )}
      {passwordSet && <Notice kind="info">{texts.passwordSet}</Notice>}
      {hasForm && <EmailForm {...{ action, hidden, offers, emailFirst, registration, ...known }} />}
      {breakGlassHref !== undefined && (
        <p class="links">
          <a href={breakGlassHref}>{texts.breakGlass}</a>
        </p>
      )}
      {formsBelow(offers, known, { divided: true })}
      {/* A separate form, so that leaving needs neither an email nor a password. */}
      {abortAction && (
        <Form action={abortAction}>
          <Button kind="link">{texts.cancel}</Button>
        </Form>
      )}
    </Layout>
  );
}

/** What was wrong, in words; undefined if nothing was. */
export function useRefusal(
  { error, message, waitSeconds }: Pick<SignInPageProps, 'error' | 'message' | 'waitSeconds'>,
  errors: Readonly<Record<SignInError, string>>,
): string | undefined {
  const language = useLanguage();
  if (waitSeconds !== undefined) return waitText(waitSeconds, language);
  return message ?? (error && errors[error]);
}
