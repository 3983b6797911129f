import { breakGlassField } from '@org/identity-core';
import { Button, Form, Layout, Notice, useTexts } from '@org/identity-ui';
import { signInFormsTexts } from '../sign-in-forms/texts.js';
import { EmailForm } from './form-with-email.js';
import { formsBelow } from './offers.js';
import { type SignInPageProps, useRefusal } from './sign-in-page.js';

type BreakGlassPageProps = Pick<
  SignInPageProps,
  'brand' | 'action' | 'abortAction' | 'offers' | 'email' | 'error' | 'message' | 'waitSeconds'
>;

/** What every form of the page sends, so that the page itself is shown again. */
export const breakGlassHidden = { [breakGlassField]: 'yes' };

/** Behind a provider that fails: the owners whom the organization has listed sign in with their own factors. */
export function BreakGlassPage(props: BreakGlassPageProps) {
  const { brand, action, abortAction, offers, email } = props;
  const { signIn: texts, breakGlass } = useTexts(signInFormsTexts);
  const refusal = useRefusal(props, { ...texts.errors, refused: breakGlass.refused });
  const known = { email, describedBy: refusal ? 'sign-in-error' : undefined };
  return (
    <Layout title={breakGlass.title} brand={brand} failed={refusal !== undefined}>
      <p class="lead">{breakGlass.lead}</p>
      {refusal && (
        <Notice kind="error" id="sign-in-error">
          {refusal}
        </Notice>
      )}
      {offers.some(({ button }) => button !== undefined) && (
        <EmailForm {...{ action, offers, ...known }} hidden={breakGlassHidden} />
      )}
      {formsBelow(offers, known, { divided: false })}
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
