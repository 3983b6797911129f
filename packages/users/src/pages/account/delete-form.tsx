import { Actions, Field, Form } from '@org/identity-core';
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
  const describedBy = refused ? 'refused' : undefined;
  return (
    <>
      <p>
        You are signed out everywhere at once, your memberships rest, and your licenses are free for others.{' '}
        {graceDays > 0
          ? `After ${graceDays} days your account and your data are erased; until then you can sign in to keep the account.`
          : 'Your account and your data are erased within the hour.'}
      </p>
      <Form action="/account/delete" hidden={{ ...hidden }}>
        {withPassword ? (
          <>
            <AccountNameField email={email} />
            <Field
              name="password"
              label="Your password"
              type="password"
              autocomplete="current-password"
              describedBy={describedBy}
              required
            />
          </>
        ) : (
          <p class="fine">If your last sign-in is more than ten minutes ago, you are asked to sign in again first.</p>
        )}
        <Field name="confirmation" label="Type DELETE to confirm" describedBy={describedBy} required />
        <Actions>
          <button type="submit" class="button button-danger">
            Delete my account
          </button>
        </Actions>
      </Form>
    </>
  );
}
