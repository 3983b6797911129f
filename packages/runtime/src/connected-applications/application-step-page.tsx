import { Actions, type Brand, Button, Form, Layout, Name, useTexts } from '@org/identity-ui';
import type { ComponentChildren } from 'preact';
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
  const { heading, lead, advice } = useWords(props);
  return (
    <Layout title={texts.title} heading={heading} brand={brand}>
      {lead && <p>{lead}</p>}
      {advice && <p>{advice}</p>}
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

interface StepWords {
  heading: ComponentChildren;
  lead?: ComponentChildren;
  advice?: string;
}

function useWords({ clientName, tenantName, use }: ApplicationStepPageProps): StepWords {
  const { step: texts } = useTexts(connectedApplicationsTexts);
  const name = <Name text={clientName} />;
  const tenant = (
    <strong>
      <Name text={tenantName} />
    </strong>
  );
  if (use === 'allowed') return { heading: texts.allowed(name) };
  if (use === 'ask') return { heading: texts.ask(name), lead: texts.askLead(tenant) };
  if (use === 'requested')
    return { heading: texts.requested, lead: texts.requestedLead(tenant, name), advice: texts.requestedAdvice };
  return { heading: texts.blocked(name), lead: texts.blockedLead(tenant), advice: texts.blockedAdvice };
}
