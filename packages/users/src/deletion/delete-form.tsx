import { type FieldErrors, firstOf } from '@org/identity-core';
import { Actions, Field, Form, useTexts } from '@org/identity-ui';
import { AccountNameField } from '../accounts/account-name-field.js';
import { deletionTexts } from './texts.js';

export interface DeleteFormProps {
  email: string;
  /** Whether the password is required. Otherwise a recent sign-in is the proof, and is asked for if there is none. */
  withPassword: boolean;
  graceDays: number;
  errors: FieldErrors;
  hidden: Readonly<Record<string, string>>;
}

/** Explains what will happen, and requires more than a click. */
export function DeleteForm({ email, withPassword, graceDays, errors, hidden }: DeleteFormProps) {
  const { deleteForm: texts } = useTexts(deletionTexts);
  const first = firstOf(errors);
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
              error={errors['password']}
              autofocus={first === 'password'}
              required
            />
          </>
        ) : (
          <p class="fine">{texts.signInFirst}</p>
        )}
        <Field
          name="confirmation"
          label={texts.confirmation}
          error={errors['confirmation']}
          autofocus={first === 'confirmation'}
          required
        />
        <Actions>
          <button type="submit" class="button button-danger">
            {texts.delete}
          </button>
        </Actions>
      </Form>
    </>
  );
}
