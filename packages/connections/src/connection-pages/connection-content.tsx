import type { ConnectionKind } from '@org/identity-core';
import { Button, Checkbox, DeletionSection, Form, Moment, Notice, useTexts } from '@org/identity-ui';
import { connectionPath, domainPath, linksPath } from '../access/console-paths.js';
import { hasSetupLink, type SetupVisit } from '../access/setup-caller.js';
import { ConfirmationNotice } from '../confirmation/confirmation-notice.js';
import { isUnconfirmed } from '../confirmation/is-unconfirmed.js';
import { confirmationTexts } from '../confirmation/texts.js';
import type { shownConnection } from '../connections/connection-fields.js';
import type { OwnersPart } from '../connections/owners-part.js';
import { isForSetup } from '../connections/setup-limits.js';
import type { ShownDomain } from '../domains/find-domain.js';
import { AttemptsList, type ListedAttempts } from './attempts-list.js';
import { fewOf } from './choices.js';
import { ConnectionBadge } from './connections-section.js';
import { connectionPagesTexts } from './texts.js';

interface ContentProps {
  visit: SetupVisit;
  kind: ConnectionKind;
  connection: ReturnType<typeof shownConnection>;
  /** Whether its settings are those of the last test. */
  isTested: boolean;
  /** Those of the tenant. */
  domains: readonly ShownDomain[];
  /** The sign-ins, for owners. */
  listed: ListedAttempts | undefined;
  /** Whom the setup link was sent to that has made it, for owners. */
  setUpBy: string | undefined;
  /** Whether the owners have to activate it, for visitors of setup links. */
  ownersPart: OwnersPart | undefined;
}

export function ConnectionContent(props: ContentProps) {
  const { visit, kind, connection, domains, listed } = props;
  const { connection: texts } = useTexts(connectionPagesTexts);
  const action = connectionPath(visit.base, connection.id);
  const own = domains.filter(({ id }) => connection.domains.includes(id));
  return (
    <>
      <Facts {...{ visit, kind, connection, own }} />
      <NextStep {...props} {...{ action, own }} />
      <Help {...{ kind, connection }} />
      {listed && (listed.attempts.length > 0 || listed.result !== undefined || connection.status === 'ACTIVE') && (
        <AttemptsList path={action} {...listed} />
      )}
      {listed && (
        <p>
          <a href={linksPath(visit.base, connection.id)}>{texts.links}</a>
        </p>
      )}
      {!hasSetupLink(visit.principal) && <DeletionSection {...{ texts, action }} hidden={visit.hidden} />}
    </>
  );
}

type FactsProps = Pick<ContentProps, 'visit' | 'kind' | 'connection'> & { own: ShownDomain[] };

function Facts({ visit, kind, connection, own }: FactsProps) {
  const { connection: texts, form, list } = useTexts(connectionPagesTexts);
  const { status, createdAt } = connection;
  const OwnFacts = kind.form.Facts;
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
      <OwnFacts connection={connection} />
      <dt>{texts.created}</dt>
      <dd>
        <Moment at={createdAt} />
      </dd>
    </dl>
  );
}

type StepProps = ContentProps & { action: string; own: ShownDomain[] };

/** What to do next: test, then activate. */
function NextStep({ visit, connection, isTested, action, own, setUpBy, ownersPart }: StepProps) {
  const { connection: texts, list } = useTexts(connectionPagesTexts);
  const { visitor } = useTexts(confirmationTexts);
  const verified = own.filter(({ status }) => status === 'VERIFIED');
  const names = fewOf(
    verified.map(({ domain }) => domain),
    list.more,
  );
  const { status } = connection;
  const canActivate = isTested && verified.length > 0;
  const step = status === 'ACTIVE' ? 'active' : !isTested ? 'test' : !canActivate ? 'domain' : 'activate';
  const isVisitor = hasSetupLink(visit.principal);
  const isLeftToOwners = isVisitor && !isForSetup(connection);
  const isOpen = !isVisitor && isUnconfirmed(connection);
  const isWaiting = ownersPart === 'asked' && step === 'activate' && !isLeftToOwners;
  const isStopped = status === 'DISABLED' && step !== 'test';
  const lead = step === 'activate' ? texts.leads.activate(names) : texts.leads[step === 'active' ? 'lapsed' : step];
  return (
    <section>
      <h2>{isWaiting ? visitor.next : isStopped ? texts.next.disabled : texts.next[step]}</h2>
      {isOpen && <ConfirmationNotice isActive={step === 'active'} email={setUpBy} />}
      {isWaiting && <Notice kind="info">{visitor.waits}</Notice>}
      {isStopped && <p>{texts.leads.disabled}</p>}
      {step === 'active' && verified.length > 0 && <p>{texts.leads.active(names)}</p>}
      {step === 'active' && verified.length === 0 && <Notice kind="error">{lead}</Notice>}
      {step !== 'active' && !isWaiting && <p>{lead}</p>}
      {isLeftToOwners ? (
        <p>{texts.leads.owners}</p>
      ) : (
        <Steps {...{ visit, action, step, ownersPart }} confirms={isOpen} />
      )}
      {!isVisitor && (step === 'active' || isStopped) && (
        <Disable {...{ visit, action }} isActive={step === 'active'} />
      )}
    </section>
  );
}

type Step = 'active' | 'test' | 'domain' | 'activate';

function Steps(props: Pick<StepProps, 'visit' | 'action' | 'ownersPart'> & { step: Step; confirms: boolean }) {
  const { visit, action, step, ownersPart, confirms } = props;
  const { connection: texts } = useTexts(connectionPagesTexts);
  const { owner, visitor } = useTexts(confirmationTexts);
  return (
    <Form action={action} hidden={{ ...visit.hidden }}>
      <div class="bar">
        {step === 'activate' && ownersPart !== 'asked' && (
          <Button name="action" value="activate">
            {ownersPart === 'toAsk' ? visitor.ask : texts.activate}
          </Button>
        )}
        {step === 'active' && confirms && (
          <Button name="action" value="confirm">
            {owner.confirm}
          </Button>
        )}
        <Button kind={step === 'test' ? 'primary' : 'secondary'} name="action" value="test">
          {step === 'test' ? texts.test : texts.testAgain}
        </Button>
        <a class="button button-secondary" href={`${action}/settings`}>
          {texts.settings}
        </a>
      </div>
    </Form>
  );
}

/** Disabling signs everybody out who came by the connection, unless the owner says otherwise. That can be done later. */
function Disable({ visit, action, isActive }: Pick<StepProps, 'visit' | 'action'> & { isActive: boolean }) {
  const { connection: texts } = useTexts(connectionPagesTexts);
  return (
    <Form action={action} hidden={{ ...visit.hidden }}>
      {isActive && <Checkbox name="keepSessions" label={texts.keepSessions} checked={false} />}
      <Button kind="secondary" name="action" value={isActive ? 'disable' : 'endSessions'}>
        {isActive ? texts.disable : texts.endSessions}
      </Button>
    </Form>
  );
}

/** What to check if the test fails, and the steps at the provider once more. */
function Help({ kind, connection }: Pick<ContentProps, 'kind' | 'connection'>) {
  const { connection: texts } = useTexts(connectionPagesTexts);
  const OwnHelp = kind.form.Help;
  return (
    <details class="more">
      <summary>{texts.helpTitle}</summary>
      <OwnHelp connection={connection} />
    </details>
  );
}
