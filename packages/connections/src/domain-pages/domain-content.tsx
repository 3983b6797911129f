import {
  Button,
  Copyable,
  DeletionSection,
  dayIn,
  Form,
  firstCharacters,
  Moment,
  Notice,
  useLanguage,
  useTexts,
  useTimeZone,
} from '@org/identity-ui';
import type { ComponentChildren } from 'preact';
import { addConnectionPath, domainPath } from '../access/console-paths.js';
import { hasSetupLink, type SetupVisit } from '../access/setup-caller.js';
import type { LookUp } from '../dns/look-up.js';
import { recordType } from '../domains/domain-name.js';
import type { ShownDomain } from '../domains/find-domain.js';
import { lapsesAt } from '../domains/record-look-up.js';
import { domainPagesTexts } from './texts.js';

interface ShortName {
  readonly host: string;
  readonly zone: string;
}

interface DomainContentProps {
  visit: SetupVisit;
  domain: ShownDomain;
  /** The name of its record without the zone, and the zone. */
  short: ShortName;
  /** What a check has just found, if it was not the record. */
  looked?: LookUp;
  /** Whether no connection has it. */
  isUnused?: boolean;
}

/** The state of a domain, and what to do next. */
export function DomainContent({ visit, domain, short, looked, isUnused = false }: DomainContentProps) {
  const { domain: texts } = useTexts(domainPagesTexts);
  const action = domainPath(visit.base, domain.id);
  const isKept = domain.status === 'VERIFIED' && domain.missingSince === null;
  return (
    <>
      {looked ? <Found {...{ domain, looked }} /> : <State domain={domain} />}
      {isKept && isUnused && (
        <section>
          <h2>{texts.connectHeading}</h2>
          <p>{texts.connectLead}</p>
          <div class="bar">
            <a class="button button-primary" href={`${visit.base}/${addConnectionPath}`}>
              {texts.connect}
            </a>
          </div>
        </section>
      )}
      {isKept ? (
        <section>
          <h2>{texts.kept}</h2>
          <p>{texts.keep}</p>
          <dl class="shown">
            <RecordPart id="record-name" label={texts.fullName} value={domain.record.name} />
            <RecordPart id="record-value" label={texts.value} value={domain.record.value} />
          </dl>
          <Check {...{ visit, domain }} kind="secondary" label={texts.checkAgain} />
        </section>
      ) : (
        <>
          <section>
            <h2>{texts.settings}</h2>
            <p>{texts.settingsLead(short.zone)}</p>
          </section>
          <section>
            <h2>{texts.add}</h2>
            <DnsRecord {...{ domain, short }} />
          </section>
          <section>
            <h2>{texts.check}</h2>
            <p>{texts.checkLead}</p>
            <Check {...{ visit, domain }} kind="primary" label={looked ? texts.checkAgain : texts.checkNow} />
          </section>
        </>
      )}
      {!hasSetupLink(visit.principal) && <DeletionSection texts={texts} action={action} hidden={visit.hidden} />}
    </>
  );
}

/** The button that looks the record up, and when that was last done. */
function Check(props: Pick<DomainContentProps, 'visit' | 'domain'> & { kind: 'primary' | 'secondary'; label: string }) {
  const { visit, domain, kind, label } = props;
  const { domain: texts } = useTexts(domainPagesTexts);
  return (
    <>
      <Form action={domainPath(visit.base, domain.id)} hidden={{ ...visit.hidden, action: 'check' }}>
        <div class="bar">
          <Button kind={kind}>{label}</Button>
        </div>
      </Form>
      {domain.checkedAt && (
        <p class="total">
          {texts.checked}: <Moment at={domain.checkedAt} />
        </p>
      )}
    </>
  );
}

/** What is true of the domain now. */
function State({ domain: { domain, status, missingSince } }: { domain: ShownDomain }) {
  const { domain: texts } = useTexts(domainPagesTexts);
  const [language, timeZone] = [useLanguage(), useTimeZone()];
  if (status === 'PENDING') return <p>{texts.pending(domain)}</p>;
  if (status === 'LAPSED') return <Notice kind="error">{texts.lapsed}</Notice>;
  if (missingSince === null) return <Notice kind="success">{texts.verified}</Notice>;
  const [since, until] = [missingSince, lapsesAt(missingSince)].map((at) => dayIn(at, language, timeZone));
  return <Notice kind="error">{texts.missing(since ?? '', until ?? '')}</Notice>;
}

/** How much of the records is shown: a name can have many, and long ones. */
const maxValues = 5;
const maxLength = 300;

/** What a check has found instead of the record. */
function Found({ domain, looked }: { domain: ShownDomain; looked: LookUp }) {
  const { found: texts } = useTexts(domainPagesTexts);
  if (looked.result === 'unreachable') return <Notice kind="info">{texts.unreachable}</Notice>;
  const { values } = looked;
  if (values.length === 0) return <Notice kind="info">{texts.missing(domain.record.name)}</Notice>;
  return (
    <>
      <Notice kind="error">{texts.other}</Notice>
      <section>
        <h2>{texts.values}</h2>
        <ul>
          {values.slice(0, maxValues).map((value) => (
            <li key={value}>
              <code class="value">{firstCharacters(value, maxLength)}</code>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** The record, in the forms in which DNS settings want it. */
function DnsRecord({ domain: { record }, short: { host, zone } }: { domain: ShownDomain; short: ShortName }) {
  const { domain: texts } = useTexts(domainPagesTexts);
  return (
    <dl class="shown">
      <dt>{texts.type}</dt>
      <dd>
        <code class="value">{recordType}</code>
      </dd>
      <RecordPart id="record-host" label={texts.shortName} value={host} hint={texts.shortNameHint(zone)} />
      <RecordPart id="record-name" label={texts.fullName} value={record.name} hint={texts.fullNameHint} />
      <RecordPart id="record-value" label={texts.value} value={record.value} hint={texts.valueHint} />
      <dt>{texts.lifetime}</dt>
      <dd>{texts.lifetimeHint}</dd>
    </dl>
  );
}

function RecordPart(props: { id: string; label: string; value: string; hint?: ComponentChildren }) {
  const { id, label, value, hint } = props;
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <Copyable id={id} what={label}>
          <code class="value">{value}</code>
        </Copyable>
        {hint && <p class="total">{hint}</p>}
      </dd>
    </>
  );
}
