import { Actions, type Brand, Button, Form, Layout, Name, useTexts } from '@org/identity-ui';
import type { ApplicationUse } from './request-application.js';
import { connectedApplicationsTexts } from './texts.js';

export interface ApplicationStepPageProps {
  brand: Brand;
  clientName: string;
  tenantName: string;
  use: ApplicationUse['use'];
  action: string;
  abortAction: string;
  otherAccountAction: string | undefined;
  /** Where the user can allow the client; undefined if the user does not manage the tenant. */
  consoleUrl: string | undefined;
}

/** Says that the tenant does not allow a client, or that a manager has to allow it first. */
export function ApplicationStepPage(props: ApplicationStepPageProps) {
  const { brand, clientName, use, action, abortAction, otherAccountAction, consoleUrl } = props;
  const { step: texts } = useTexts(connectedApplicationsTexts);
  const name = <Name text={clientName} />;
  const { heading, paragraphs } = useWords(props);
  return (
    <Layout title={texts.title} heading={heading} brand={brand}>
      {paragraphs.map((paragraph, index) => (
        <p key={index}>{paragraph}</p>
      ))}
      {consoleUrl !== undefined && use !== 'allowed' && (
        <p>
          {texts.manages} <a href={consoleUrl}>{texts.open}</a>
        </p>
      )}
      <Actions>
        {(use === 'ask' || use === 'allowed') && (
          <Form action={action}>
            <Button>{use === 'ask' ? texts.askManager : texts.continue}</Button>
          </Form>
        )}
        {use !== 'allowed' && (
          <Form action={abortAction}>
            <Button kind="secondary">{texts.back(name)}</Button>
          </Form>
        )}
        {otherAccountAction && use !== 'allowed' && (
          <Form action={otherAccountAction}>
            <Button kind="link">{texts.otherAccount}</Button>
          </Form>
        )}
      </Actions>
    </Layout>
  );
}

function useWords({ clientName, tenantName, use }: ApplicationStepPageProps) {
  const { step: texts } = useTexts(connectedApplicationsTexts);
  const name = <Name text={clientName} />;
  const tenant = (
    <strong>
      <Name text={tenantName} />
    </strong>
  );
  if (use === 'allowed') return { heading: texts.allowed(name), paragraphs: [] };
  if (use === 'ask') return { heading: texts.ask(name), paragraphs: [texts.askLead(tenant)] };
  if (use === 'requested')
    return { heading: texts.requested, paragraphs: [texts.requestedLead(tenant, name), texts.requestedAdvice] };
  return { heading: texts.blocked(name), paragraphs: [texts.blockedLead(tenant), texts.blockedAdvice] };
}
