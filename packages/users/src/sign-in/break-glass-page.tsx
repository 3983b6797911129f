import { breakGlassField, waitText } from '@org/identity-core';
import { Actions, Button, Field, Form, Layout, Notice, PasskeyForm, useLanguage, useTexts } from '@org/identity-ui';
import { EmailCodeButton } from '../emailed-codes/code-pages.js';
import { EmailField, type SignInPageProps } from './sign-in-page.js';
import { signInTexts } from './texts.js';

type BreakGlassPageProps = Omit<SignInPageProps, 'clientName' | 'mark' | 'other' | 'emailFirst' | 'passwordSet'>;

/** Behind a provider that fails: the owners whom the organization has listed sign in with their own factors. */
export function BreakGlassPage(props: BreakGlassPageProps) {
  const { brand, action, abortAction, email, error, waitSeconds, passkey } = props;
  const { passwordSignIn = true, emailCodes = false } = props;
  const { signIn: texts, breakGlass } = useTexts(signInTexts);
  const language = useLanguage();
  const errors = { ...texts.errors, refused: breakGlass.refused };
  const refusal = waitSeconds === undefined ? error && errors[error] : waitText(waitSeconds, language);
  const describedBy = refusal ? 'sign-in-error' : undefined;
  return (
    <Layout title={breakGlass.title} brand={brand} failed={refusal !== undefined}>
      <p class="lead">{breakGlass.lead}</p>
      {refusal && (
        <Notice kind="error" id="sign-in-error">
          {refusal}
        </Notice>
      )}
      {(passwordSignIn || emailCodes) && (
        <Form action={action} hidden={{ [breakGlassField]: 'yes' }}>
          <EmailField {...{ email, describedBy, passkey }} autofocus={!email} />
          {passwordSignIn && (
            <Field
              name="password"
              label={texts.password}
              type="password"
              autocomplete="current-password"
              describedBy={describedBy}
              autofocus={Boolean(email)}
              required
            />
          )}
          <Actions stacked={passwordSignIn && emailCodes}>
            {passwordSignIn && <Button>{texts.submit}</Button>}
            {emailCodes && <EmailCodeButton kind={passwordSignIn ? 'secondary' : 'primary'} />}
          </Actions>
        </Form>
      )}
      {passkey && (
        <PasskeyForm
          action={action}
          hidden={{ [breakGlassField]: 'yes' }}
          mode="use"
          options={passkey}
          autofill={passwordSignIn}
          explained={false}
        >
          <Button kind="secondary">{texts.usePasskey}</Button>
        </PasskeyForm>
      )}
      <p class="links">
        <a href={action}>{breakGlass.back}</a>
      </p>
      {abortAction && (
        <Form action={abortAction}>
          <Button kind="link">{texts.cancel}</Button>
        </Form>
      )}
    </Layout>
  );
}
