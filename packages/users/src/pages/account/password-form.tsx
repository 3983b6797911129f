import { Actions, Button, Field, Form, useTexts } from '@org/identity-core';
import { usersTexts } from '../../texts/index.js';
import { AccountNameField } from '../account-name-field.js';
import { Address } from '../address.js';

interface PasswordPageProps {
  email: string;
  hidden: Readonly<Record<string, string>>;
}

/** The current password and a new one. */
export function PasswordForm({ email, hidden, refused }: PasswordPageProps & { refused: boolean }) {
  const { password: texts } = useTexts(usersTexts).account;
  const describedBy = refused ? 'refused' : undefined;
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
          describedBy={describedBy}
          required
        />
        <Field
          name="newPassword"
          label={texts.new}
          type="password"
          autocomplete="new-password"
          hint={texts.hint}
          describedBy={describedBy}
          required
        />
        <Actions>
          <Button>{texts.change}</Button>
        </Actions>
      </Form>
      <Form action="/account/password" hidden={{ ...hidden, by: 'mail' }}>
        <Button kind="quiet">{texts.forgotten}</Button>
      </Form>
    </>
  );
}

/** Somebody who has always come by another provider. */
export function SetPasswordByMail({ email, hidden }: PasswordPageProps) {
  const { password: texts } = useTexts(usersTexts).account;
  return (
    <>
      <p>{texts.none(<Address email={email} />)}</p>
      <Form action="/account/password" hidden={{ ...hidden, by: 'mail' }}>
        <Actions>
          <Button>{texts.sendLink}</Button>
        </Actions>
      </Form>
    </>
  );
}
