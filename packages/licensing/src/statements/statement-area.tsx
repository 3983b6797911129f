import {
  type FieldErrors,
  fieldErrors,
  firstOf,
  type PlatformArea,
  readForm,
  type UserVisit,
} from '@org/identity-core';
import type { IdentityPluginHost } from '@org/identity-prisma';
import { Button, Field, Form, Select, textsOf, useTexts } from '@org/identity-ui';
import { historyTexts } from '../history/texts.js';
import { findTenantWithSubscriptions } from '../subscriptions/list-subscriptions.js';
import { createStatement } from './create-statement.js';
import { StatementQuery } from './statement-routes.js';

const areaTexts = textsOf(historyTexts, ({ statement: { name, title, notChosen } }) => ({
  name,
  title,
  refusals: { INVALID_APPLICATION_ID: notChosen },
}));

/** On the page of a tenant's subscriptions: a signed statement as a file. */
export function statementArea(host: IdentityPluginHost): PlatformArea {
  return {
    place: 'platform',
    path: 'statements/:tenantId',
    parent: 'subscriptions',
    sectionOf: 'subscriptions/:tenantId',
    texts: areaTexts,
    async draw(visit, errors = {}) {
      const tenantId = visit.params['tenantId'] ?? '';
      const { subscriptions } = await findTenantWithSubscriptions(host, { principal: visit.principal, tenantId });
      const applications = new Map(subscriptions.map((each) => [each.applicationId, each.applicationName]));
      return applications.size === 0 ? null : <StatementForm {...{ visit, errors }} applications={[...applications]} />;
    },
    errorsOf: (refusal, language) => {
      const { notChosen, wrongFrom, wrongTo } = historyTexts[language].statement;
      const codes = { INVALID_APPLICATION_ID: 'applicationId' };
      return fieldErrors(refusal, { codes, fields: { applicationId: notChosen, from: wrongFrom, to: wrongTo } });
    },
    async act({ principal, params, form }) {
      const { applicationId = '', from = '', to = '' } = form;
      const query = readForm(StatementQuery, {
        applicationId: applicationId || 'none',
        from: from.trim(),
        to: to.trim(),
      });
      const { statement } = await createStatement(host, { tenantId: params['tenantId'] ?? '', principal, ...query });
      const name = `statement-${query.from.text}-${query.to.text}.jwt`;
      return { download: { name, type: 'application/jwt', body: statement } };
    },
  };
}

interface StatementFormProps {
  visit: UserVisit;
  errors: FieldErrors;
  applications: readonly (readonly [id: string, name: string])[];
}

function StatementForm({ visit, errors, applications }: StatementFormProps) {
  const { statement: texts } = useTexts(historyTexts);
  const { form, hidden, base, params } = visit;
  const focused = firstOf(errors);
  const shared = (name: string) => ({
    name,
    value: form[name] ?? '',
    error: errors[name],
    autofocus: focused === name,
  });
  const choices = applications.map(([value, label]) => ({ value, label }));
  const first = choices.length === 1 ? [] : [{ value: '', label: texts.choose }];
  return (
    <>
      <p>{texts.lead}</p>
      <Form action={`${base}/statements/${params['tenantId'] ?? ''}`} hidden={{ ...hidden }}>
        <Select {...shared('applicationId')} label={texts.application} groups={[{ choices: [...first, ...choices] }]} />
        <Field {...shared('from')} type="date" label={texts.from} hint={texts.hint} required />
        <Field {...shared('to')} type="date" label={texts.to} required />
        <Button>{texts.download}</Button>
      </Form>
    </>
  );
}
