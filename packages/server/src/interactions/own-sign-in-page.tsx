import type { StepView } from '@org/identity-core';
import { Actions, Button, Form, Layout, useTexts } from '@org/identity-ui';
import { pagesTexts } from '../pages/texts.js';

/**
 * Shown in a session that the provider of a tenant has opened, at a step that belongs to the account. Signing in to the account
 * pages never leads to a tenant's provider.
 */
export const ownSignInPage = (view: StepView, accountPage: string | undefined) => (
  <OwnSignInPage view={view} accountPage={accountPage} />
);

function OwnSignInPage({ view, accountPage }: { view: StepView; accountPage: string | undefined }) {
  const { brand, abortAction, otherAccountAction } = view;
  const { ownSignIn: texts } = useTexts(pagesTexts);
  return (
    <Layout title={texts.title} brand={brand}>
      <p class="lead">{texts.why}</p>
      {accountPage && <p>{texts.how}</p>}
      {accountPage && (
        <Actions>
          <a class="button button-primary" href={accountPage}>
            {texts.openAccount}
          </a>
        </Actions>
      )}
      {otherAccountAction && (
        <Form action={otherAccountAction}>
          <Button kind="secondary">{texts.otherAccount}</Button>
        </Form>
      )}
      <Form action={abortAction}>
        <Button kind="link">{texts.cancel}</Button>
      </Form>
    </Layout>
  );
}
