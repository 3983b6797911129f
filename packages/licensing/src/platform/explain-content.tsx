import { type FieldErrors, firstOf } from '@org/identity-core';
import { Badge, Button, Field, Name, Notice, Select, Table, useTexts } from '@org/identity-ui';
import type { AccessReason, ExplainedCheck } from '../check/explain-license.js';

import { platformTexts } from './texts.js';

interface ExplainFormProps {
  path: string;
  asked: Asked;
  applications: readonly { readonly id: string; readonly name: string }[];
  errors: FieldErrors;
}

/** Who wants to use what, and where. */
export function ExplainForm({ path, asked, applications, errors }: ExplainFormProps) {
  const { explain } = useTexts(platformTexts);
  const focused = firstOf(errors);
  const choices = [
    { value: '', label: explain.choose },
    ...applications.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <form method="get" action={path}>
      <Field
        name="person"
        label={explain.person}
        value={asked.person}
        error={errors['person']}
        autofocus={focused === 'person'}
      />
      <Field
        name="tenant"
        label={explain.tenant}
        value={asked.tenant}
        hint={explain.tenantHint}
        error={errors['tenant']}
        autofocus={focused === 'tenant'}
      />
      <Select
        name="application"
        label={explain.application}
        value={asked.application}
        groups={[{ choices }]}
        error={errors['application']}
        autofocus={focused === 'application'}
      />
      <Field
        name="feature"
        label={explain.feature}
        value={asked.feature}
        hint={explain.featureHint}
        error={errors['feature']}
        autofocus={focused === 'feature'}
      />
      <Button>{explain.submit}</Button>
    </form>
  );
}

export interface Explained {
  readonly userId: string;
  readonly allowed: boolean;
  readonly reason: AccessReason;
  readonly checks: readonly ExplainedCheck[];
  /** As it was entered. */
  readonly tenant: string;
  readonly feature: string;
  readonly person: string;
  readonly application: string;
}

/** The answer, and every check behind it. */
export function ExplainResult({ base, explained }: { base: string; explained: Explained }) {
  const { explain, checks, passed } = useTexts(platformTexts);
  const { allowed, reason, person, application, tenant } = explained;
  const parts = [<Name text={person} />, <Name text={application} />, <Name text={tenant} />] as const;
  return (
    <section>
      <h2>{explain.result}</h2>
      <Notice kind={allowed ? 'info' : 'error'}>
        {allowed ? explain.allowed(...parts) : explain.refused(...parts)}{' '}
        {reason !== 'LICENSED' && <Why reason={reason} />}
      </Notice>
      <Table
        caption={explain.caption}
        rows={explained.checks}
        keyOf={({ check }) => check}
        columns={[
          { label: explain.check, cell: ({ check }) => checks[check] },
          { label: explain.verdict, cell: (row) => <Verdict passed={row.passed} /> },
          {
            label: explain.meaning,
            cell: (row) => {
              if (row.passed === null) return explain.notReached;
              const meaning = row.reason && row.reason !== 'LICENSED' ? <Why reason={row.reason} /> : passed[row.check];
              if (row.about === undefined) return meaning;
              return (
                <>
                  {meaning} <span class="soft">{row.about}</span>
                </>
              );
            },
          },
        ]}
      />
      <p class="bar">
        <a href={`${base}/people/${explained.userId}`}>{explain.openPerson}</a>
      </p>
    </section>
  );
}

function Why({ reason }: { reason: Exclude<AccessReason, 'LICENSED'> }) {
  const { failed } = useTexts(platformTexts);
  return <>{failed[reason]}</>;
}

function Verdict({ passed }: { passed: boolean | null }) {
  const { explain } = useTexts(platformTexts);
  if (passed === null) return <Badge>{explain.verdicts.notReached}</Badge>;
  return passed ? (
    <Badge tone="good">{explain.verdicts.passed}</Badge>
  ) : (
    <Badge tone="bad">{explain.verdicts.failed}</Badge>
  );
}

/** What the form asks for, as it was entered. */
export interface Asked {
  readonly person: string;
  readonly tenant: string;
  readonly application: string;
  readonly feature: string;
}
