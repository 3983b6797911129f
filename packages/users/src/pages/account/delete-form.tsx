import { Actions, Field, Form, useTexts } from '@org/identity-core';
import { usersTexts } from '../../texts/index.js';
import { AccountNameField } from '../account-name-field.js';

export interface DeleteFormProps {
  email: string;
  /** Else a sign-in of the last minutes is the proof, and is asked for when there is none. */
  withPassword: boolean;
  graceDays: number;
  refused: boolean;
  hidden: Readonly<Record<string, string>>;
}

/** Says what will happen, and asks for more than a click. */
export function DeleteForm({ email, withPassword, graceDays, refused, hidden }: DeleteFormProps) {
  const { account } = useTexts(usersTexts);
  const texts = account.delete;
  const describedBy = refused ? 'refused' : undefined;
  return (
    <>
      <p>
        {texts.atOnce} {graceDays > 0 ? texts.after(graceDays) : texts.soon}
      </p>
      <Form action="/account/delete" hidden={{ ...hidden }}>
        {withPassword ? (
          <>
            <AccountNameField email={email} />
            <Field
              name="password"
              label={texts.password}
              type="password"
              autocomplete="current-password"
              describedBy={describedBy}
              required
            />
          </>
        ) : (
          <p class="fine">{texts.signInFirst}</p>
        )}
        <Field name="confirmation" label={texts.confirmation} describedBy={describedBy} required />
        <Actions>
          <button type="submit" class="button button-danger">
            {texts.delete}
          </button>
        </Actions>
      </Form>
    </>
  );
}
