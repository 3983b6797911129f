import { type FieldErrors, firstOf } from '@org/identity-core';
import { Actions, Button, Field, Form, SendAgain, ShownEmail, useTexts } from '@org/identity-ui';
import { AccountNameField } from '../accounts/account-name-field.js';
import { emailTexts } from './texts.js';

export interface EmailFormProps {
  email: string;
  newEmail?: string | undefined;
  /** The new email that a link was sent to. */
  pending?: string | undefined;
  hasPassword: boolean;
  /** Whether a user without a password can sign in again with a code, as the proof. */
  emailCodes: boolean;
  errors: FieldErrors;
  hidden: Readonly<Record<string, string>>;
}

/** The form for a new email; it requires the password or a recent sign-in, as proof that the owner asks. */
export function EmailForm(props: EmailFormProps) {
  const { email, newEmail, pending, hasPassword, emailCodes, errors, hidden } = props;
  const { emailForm: texts } = useTexts(emailTexts);
  const current = <ShownEmail email={email} />;
  if (!hasPassword && !emailCodes) {
    const setPassword = <a href="/account/password">{texts.setPassword}</a>;
    return <p>{texts.needsPassword(current, setPassword)}</p>;
  }
  return (
    <>
      <p class="lead">{texts.lead(current)}</p>
      {pending && (
        <section>
          <h2>{texts.pendingTitle}</h2>
          <p>{texts.pending(<ShownEmail email={pending} />)}</p>
          <SendAgain action="/account/email" hidden={hidden} name="again" />
          <h2>{texts.otherTitle}</h2>
        </section>
      )}
      <Form action="/account/email" hidden={{ ...hidden }}>
        <AccountNameField email={email} />
        <Field
          name="email"
          label={texts.newAddress}
          type="email"
          autocomplete="email"
          value={newEmail}
          error={errors['email']}
          autofocus={firstOf(errors) === 'email'}
          required
        />
        {hasPassword ? (
          <Field
            name="password"
            label={texts.password}
            type="password"
            autocomplete="current-password"
            error={errors['password']}
            autofocus={firstOf(errors) === 'password'}
            required
          />
        ) : (
          <p class="fine">{texts.signInFirst}</p>
        )}
        <Actions>
          <Button>{texts.sendLink}</Button>
        </Actions>
      </Form>
    </>
  );
}
