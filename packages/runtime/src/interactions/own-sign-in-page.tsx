import type { SignInStep, StepView } from '@org/identity-core';
import { Actions, Button, Form, Layout, Name, useTexts } from '@org/identity-ui';
import { pagesTexts } from '../pages/texts.js';

interface PageProps {
  readonly view: StepView;
  readonly step: Pick<SignInStep, 'proves'>;
  readonly accountPage: string | undefined;
}

/**
 * Shown in a session that the provider of a tenant has opened, at a step that belongs to the account. Signing in to the account
 * pages never leads to a tenant's provider.
 */
export const ownSignInPage = (props: PageProps) => <OwnSignInPage {...props} />;

function OwnSignInPage({ view, step, accountPage }: PageProps) {
  const { brand, abortAction, otherAccountAction, request } = view;
  const { ownSignIn: texts } = useTexts(pagesTexts);
  const client = <Name text={request.client.name} />;
  const isFactor = step.proves === 'secondFactor';
  return (
    <Layout title={texts.title} brand={brand}>
      <p class="lead">{isFactor ? texts.factor(client) : texts.why}</p>
      {accountPage && isFactor && <p>{texts.how(client)}</p>}
      {accountPage && (
        <Actions>
          <a
            class="button button-primary"
            href={isFactor ? `${accountPage}/security?sign-in=again` : `${accountPage}?sign-in=again`}
          >
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
