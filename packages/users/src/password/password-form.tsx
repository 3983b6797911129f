import { type FieldErrors, firstOf } from '@org/identity-core';
import { Actions, Button, Field, Form, SendAgain, ShownEmail, useTexts } from '@org/identity-ui';
import { AccountNameField } from '../accounts/account-name-field.js';
import { passwordTexts } from './texts.js';

interface PasswordPageProps {
  email: string;
  hidden: Readonly<Record<string, string>>;
  /** Whether a link was just sent. */
  isSent: boolean;
}

/** The current password and a new one. */
export function PasswordForm({ email, hidden, isSent, errors }: PasswordPageProps & { errors: FieldErrors }) {
  const { passwordForm: texts } = useTexts(passwordTexts);
  const first = firstOf(errors);
  return (
    <>
      <p class="lead">{texts.lead}</p>
      <Form action="/account/password" hidden={{ ...hidden }}>
        <AccountNameField email={email} />
        <Field
          name="currentPassword"
          label={texts.current}
          type="password"
          autocomplete="current-password"
          error={errors['currentPassword']}
          autofocus={first === 'currentPassword'}
          required
        />
        <Field
          name="newPassword"
          label={texts.new}
          type="password"
          autocomplete="new-password"
          hint={texts.hint}
          error={errors['newPassword']}
          autofocus={first === 'newPassword'}
          required
        />
        <Actions>
          <Button>{texts.change}</Button>
        </Actions>
      </Form>
      {isSent ? (
        <SendAgain action="/account/password" hidden={{ ...hidden, by: 'mail' }} />
      ) : (
        <Form action="/account/password" hidden={{ ...hidden, by: 'mail' }}>
          <Button kind="quiet">{texts.forgotten}</Button>
        </Form>
      )}
    </>
  );
}

/** For a user who has always signed in with another provider. */
export function SetPasswordByMail({ email, hidden, isSent }: PasswordPageProps) {
  const { passwordForm: texts } = useTexts(passwordTexts);
  return (
    <>
      <p>{texts.none(<ShownEmail email={email} />)}</p>
      {isSent ? (
        <SendAgain action="/account/password" hidden={{ ...hidden, by: 'mail' }} />
      ) : (
        <Form action="/account/password" hidden={{ ...hidden, by: 'mail' }}>
          <Actions>
            <Button>{texts.sendLink}</Button>
          </Actions>
        </Form>
      )}
    </>
  );
}
