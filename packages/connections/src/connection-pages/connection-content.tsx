import type { FieldErrors, TenantVisit } from '@org/identity-core';
import { Button, Checkbox, Copyable, DeletionSection, Form, Moment, Name, Notice, useTexts } from '@org/identity-ui';
import { connectionPath, domainPath } from '../access/console-paths.js';
import type { shownConnection } from '../connections/connection-fields.js';
import type { ShownDomain } from '../domains/find-domain.js';
import { ProviderGuide } from '../provider-guides/provider-guide.js';
import { issuerForms, providerOf } from '../provider-guides/known-providers.js';
import { AttemptsList, type ListedAttempts } from './attempts-list.js';
import { type Choices, fewOf } from './choices.js';
import { formOf, NameField, PeopleFields, ProviderFields, TrustMfaField } from './connection-form.js';
import { ConnectionBadge } from './connections-section.js';
import { connectionPagesTexts } from './texts.js';

interface ContentProps {
  visit: TenantVisit;
  connection: ReturnType<typeof shownConnection>;
  /** Whether its settings are those of the last test. */
  isTested: boolean;
  choices: Choices;
  listed: ListedAttempts;
  errors: FieldErrors | undefined;
}

export function ConnectionContent(props: ContentProps) {
  const { visit, connection, choices, listed } = props;
  const { connection: texts } = useTexts(connectionPagesTexts);
  const action = connectionPath(visit.base, connection.id);
  const own = choices.domains.filter(({ id }) => connection.domains.includes(id));
  return (
    <>
      <Facts {...{ visit, connection, own }} />
      <NextStep {...props} {...{ action, own }} />
      <Help connection={connection} />
      {(listed.attempts.length > 0 || listed.result !== undefined || connection.status === 'ACTIVE') && (
        <AttemptsList path={action} {...listed} />
      )}
      <Settings {...props} action={action} />
      <Provider {...props} action={action} />
      <DeletionSection {...{ texts, action }} hidden={visit.hidden} />
    </>
  );
}

function Facts({ visit, connection, own }: Pick<ContentProps, 'visit' | 'connection'> & { own: ShownDomain[] }) {
  const { connection: texts, form, list } = useTexts(connectionPagesTexts);
  const { status, issuer, clientId, redirectUri, createdAt } = connection;
  return (
    <dl class="facts">
      <dt>{texts.state}</dt>
      <dd>
        <ConnectionBadge status={status} />
      </dd>
      <dt>{form.domains}</dt>
      <dd>
        {own.length === 0 && texts.noDomains}
        {own.slice(0, 5).map(({ id, domain, status: state }, index) => (
          <span key={id}>
            {index > 0 && ', '}
            <a href={domainPath(visit.base, id)}>{form.domainStates[state](domain)}</a>
          </span>
        ))}
        {own.length > 5 && ` ${list.more(own.length - 5)}`}
      </dd>
      <dt>{form.issuer}</dt>
      <dd>
        <Name text={issuer} />
      </dd>
      <dt>{form.clientId}</dt>
      <dd>
        <Name text={clientId} />
      </dd>
      <dt>{texts.redirectUri}</dt>
      <dd>
        <Copyable id="own-redirect-uri" what={texts.redirectUri}>
          <code class="value">{redirectUri}</code>
        </Copyable>
      </dd>
      <dt>{texts.created}</dt>
      <dd>
        <Moment at={createdAt} />
      </dd>
    </dl>
  );
}

type StepProps = ContentProps & { action: string; own: ShownDomain[] };

/** What to do next: test, then activate. */
function NextStep({ visit, connection, isTested, action, own }: StepProps) {
  const { connection: texts, list } = useTexts(connectionPagesTexts);
  const verified = own.filter(({ status }) => status === 'VERIFIED');
  const names = fewOf(
    verified.map(({ domain }) => domain),
    list.more,
  );
  const { status } = connection;
  const canActivate = isTested && verified.length > 0;
  const step = status === 'ACTIVE' ? 'active' : !isTested ? 'test' : !canActivate ? 'domain' : 'activate';
  const isStopped = status === 'DISABLED' && step !== 'test';
  const lead = step === 'activate' ? texts.leads.activate(names) : texts.leads[step === 'active' ? 'lapsed' : step];
  return (
    <section>
      <h2>{isStopped ? texts.next.disabled : texts.next[step]}</h2>
      {isStopped && <p>{texts.leads.disabled}</p>}
      {step === 'active' && verified.length > 0 && <p>{texts.leads.active(names)}</p>}
      {step === 'active' && verified.length === 0 && <Notice kind="error">{lead}</Notice>}
      {step !== 'active' && <p>{lead}</p>}
      <Form action={action} hidden={{ ...visit.hidden }}>
        <div class="bar">
          {step === 'activate' && (
            <Button name="action" value="activate">
              {texts.activate}
            </Button>
          )}
          <Button kind={step === 'test' ? 'primary' : 'secondary'} name="action" value="test">
            {step === 'test' ? texts.test : texts.testAgain}
          </Button>
          {step === 'active' && (
            <Button kind="secondary" name="action" value="disable">
              {texts.disable}
            </Button>
          )}
        </div>
      </Form>
    </section>
  );
}

/** What to check if the test fails, and the steps at the provider once more. */
function Help({ connection: { issuer, redirectUri } }: Pick<ContentProps, 'connection'>) {
  const { connection: texts } = useTexts(connectionPagesTexts);
  return (
    <details class="more">
      <summary>{texts.helpTitle}</summary>
      <ul>
        {texts.checks.map((check) => (
          <li key={check}>{check}</li>
        ))}
      </ul>
      <ProviderGuide provider={providerOf(issuer)} redirectUri={redirectUri} />
    </details>
  );
}

/** The form that was sent, if it was refused, or else what is stored. */
const shownForm = ({ visit, connection, errors }: ContentProps, action: string) =>
  errors && visit.form['action'] === action
    ? { form: visit.form, errors }
    : { form: formOf(connection), errors: undefined };

function Settings(props: ContentProps & { action: string }) {
  const { connection: texts } = useTexts(connectionPagesTexts);
  const { visit, choices, action } = props;
  const shown = shownForm(props, 'save');
  return (
    <section>
      <h2>{texts.settings}</h2>
      <Form action={action} hidden={{ ...visit.hidden, action: 'save' }}>
        <NameField {...shown} />
        <PeopleFields {...shown} {...choices} />
        <Button>{texts.save}</Button>
      </Form>
    </section>
  );
}

function Provider(props: ContentProps & { action: string }) {
  const { connection: texts } = useTexts(connectionPagesTexts);
  const { visit, connection, action } = props;
  const shown = shownForm(props, 'provider');
  const isActive = connection.status === 'ACTIVE';
  const error = shown.errors?.['understood'];
  return (
    <section>
      <h2>{texts.provider}</h2>
      <p>{isActive ? texts.providerActive : texts.providerLead}</p>
      <Form action={action} hidden={{ ...visit.hidden, action: 'provider' }}>
        <ProviderFields {...shown} example={issuerForms[providerOf(connection.issuer)]} isNew={false} />
        <TrustMfaField form={shown.form} />
        {isActive && (
          <>
            {error && <p class="field-error">{error}</p>}
            <Checkbox name="understood" label={texts.understood} checked={false} />
          </>
        )}
        <Button>{texts.saveProvider}</Button>
      </Form>
    </section>
  );
}
